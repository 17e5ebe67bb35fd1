//! Order of messages: every handler begins when its message arrives, before the next one is looked at.
//!
//! All handlers but the long commands end in that first step, so a request always sees the document as the client last
//! sent it. A long command waits for its own thread; meanwhile later messages are handled and it can be cancelled.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use tower_lsp::jsonrpc::{Request, Response};
use tower_service::Service;

pub struct InOrder<S>(pub S);

type Answer<E> = Pin<Box<dyn Future<Output = Result<Option<Response>, E>> + Send>>;

impl<S> Service<Request> for InOrder<S>
where
    S: Service<Request, Response = Option<Response>>,
    S::Future: Send + 'static,
    S::Error: Send + 'static,
{
    type Response = Option<Response>;
    type Error = S::Error;
    type Future = Answer<S::Error>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let mut answer: Answer<S::Error> = Box::pin(self.0.call(request));
        // Whoever waits for the answer asks again with a waker of its own.
        match answer
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            Poll::Ready(answer) => Box::pin(std::future::ready(answer)),
            Poll::Pending => answer,
        }
    }
}
