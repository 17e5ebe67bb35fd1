//! `proviso lsp`: the language server. What is answered comes from `proviso-ide`; here are transport, scheduling, long work
//! and the translation to the types of the protocol (`translate.rs`). Nothing blocks the async runtime.
//!
//! Messages are handled in the order in which they arrive (`in_order.rs`), so a request always sees the document as the
//! client last sent it. That is quick, because handlers only read what is known: the work is done by the scheduler and its
//! workers, on threads of their own. Nothing in a handler waits for the client.

mod capabilities;
mod commands;
mod counterexample;
mod covering_tests;
mod documentation;
mod documents;
mod explain;
mod generate_test;
mod in_order;
mod input;
mod long_work;
mod memory;
mod position;
mod progress;
mod publish;
mod remedies;
mod roots;
mod running;
mod scheduler;
mod server;
mod settings;
mod shared;
mod status;
mod test_file;
mod translate;
mod workers;

use std::fs::OpenOptions;
use std::sync::Mutex;

use tower_lsp::{LspService, Server};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;
use tracing_subscriber::fmt::writer::MakeWriterExt;

use crate::args::LspArgs;
use crate::commands::Failure;
use in_order::InOrder;
use server::Backend;

/// So many commands that take long may be under way.
const LONG_COMMANDS: usize = 8;

pub fn run(args: &LspArgs) -> Result<u8, Failure> {
    start_log(args)?;
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Failure(format!("cannot start the async runtime: {error}")))?;
    let handle = runtime.handle().clone();
    runtime.block_on(async move {
        let (service, socket) = LspService::build(|client| Backend::new(client, handle))
            .custom_method("proviso/counterexample", Backend::counterexample)
            .custom_method("proviso/heap", Backend::heap)
            .custom_method("proviso/paths", Backend::paths)
            .custom_method("proviso/status", Backend::status)
            .custom_method(input::MALFORMED, Backend::malformed)
            .custom_method("window/workDoneProgress/cancel", Backend::cancel_progress)
            .finish();
        let (to_server, from_filter) = tokio::io::duplex(64 << 10);
        let filter = tokio::spawn(async move {
            let stdin = tokio::io::BufReader::new(tokio::io::stdin());
            if let Err(error) = input::filter(stdin, from_filter).await {
                tracing::debug!("standard input ended: {error}");
            }
        });
        Server::new(to_server, tokio::io::stdout(), socket)
            .concurrency_level(LONG_COMMANDS)
            .serve(InOrder(service))
            .await;
        filter.abort();
    });
    // A blocked read of standard input must not keep us after `exit`.
    runtime.shutdown_background();
    Ok(0)
}

/// The log goes to standard error, which clients show as the server's output, and to a file if one is named.
fn start_log(args: &LspArgs) -> Result<(), Failure> {
    let filter = EnvFilter::try_from_env("PROVISO_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let builder = tracing_subscriber::fmt()
        .with_env_filter(filter)
        // With `debug`, every stage of the work says how long it took.
        .with_span_events(FmtSpan::CLOSE)
        .with_ansi(false);
    match &args.log {
        Some(path) => {
            let file = OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .map_err(|error| Failure(format!("{}: {error}", path.display())))?;
            builder
                .with_writer(std::io::stderr.and(Mutex::new(file)))
                .init();
        }
        None => builder.with_writer(std::io::stderr).init(),
    }
    // A panic is caught where it happens; what it said must not be lost.
    std::panic::set_hook(Box::new(|panic| tracing::error!("internal error: {panic}")));
    Ok(())
}
