//! Keeps malformed input from the protocol library, which ends the session at the first message it cannot read.
//!
//! Well-formed messages pass unchanged. A malformed one becomes a request of our own that answers with a parse error, so
//! the client hears of it and the server goes on.

use std::io;

use serde::Deserialize;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tower_lsp::jsonrpc::{Request, Response};

/// The request a malformed message is replaced by; answered by [`super::server::Backend::malformed`].
pub const MALFORMED: &str = "proviso/malformed";
/// No document is that long; a larger length is a broken header, not a reason to reserve memory.
const LONGEST: usize = 512 << 20;
const HEADER: &str = "content-length:";

/// Copies messages from `from` to `to` until the input ends.
pub async fn filter(
    mut from: impl AsyncBufRead + Unpin,
    mut to: impl AsyncWrite + Unpin,
) -> io::Result<()> {
    while let Some(length) = read_header(&mut from).await? {
        let mut body = Vec::new();
        (&mut from)
            .take(length as u64)
            .read_to_end(&mut body)
            .await?;
        if body.len() < length {
            return Ok(()); // the input ended inside a message
        }
        let body = if is_message(&body) {
            body
        } else {
            format!("{{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"{MALFORMED}\"}}").into_bytes()
        };
        to.write_all(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes())
            .await?;
        to.write_all(&body).await?;
        to.flush().await?;
    }
    Ok(())
}

/// Reads up to the empty line after a length; lines that make no sense are skipped.
async fn read_header(from: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<usize>> {
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        // A header line is short; a client that never sends a newline must not fill our memory.
        if (&mut *from)
            .take(64 << 10)
            .read_until(b'\n', &mut line)
            .await?
            == 0
        {
            return Ok(None);
        }
        let text = String::from_utf8_lossy(&line).trim().to_ascii_lowercase();
        if let Some(value) = text.strip_prefix(HEADER) {
            length = value
                .trim()
                .parse()
                .ok()
                .filter(|length| *length <= LONGEST);
        } else if text.is_empty()
            && let Some(length) = length
        {
            return Ok(Some(length));
        }
    }
}

fn is_message(body: &[u8]) -> bool {
    fn reads<'de, T: Deserialize<'de>>(body: &'de [u8]) -> bool {
        serde_json::from_slice::<T>(body).is_ok()
    }
    reads::<Request>(body) || reads::<Response>(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn filtered(input: &str) -> String {
        let mut output = Vec::new();
        filter(input.as_bytes(), &mut output)
            .await
            .expect("memory does not fail");
        String::from_utf8(output).expect("text")
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[tokio::test]
    async fn good_messages_pass_and_bad_ones_become_a_request_of_ours() {
        let good = r#"{"jsonrpc":"2.0","id":1,"method":"shutdown"}"#;
        for bad in ["{ not json", "[]", "{\"method\": 3}"] {
            let output = filtered(&format!("{}{}", framed(bad), framed(good))).await;
            assert!(output.contains(MALFORMED), "{bad}: {output}");
            assert!(output.ends_with(good), "{bad}: {output}");
        }
        assert_eq!(filtered(&framed(good)).await, framed(good));
    }

    #[tokio::test]
    async fn broken_headers_are_skipped() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"exit"}"#);
        for junk in [
            "Content-Length: oops\r\n\r\n",
            "hello\r\n\r\n",
            "Content-Length: 99999999999999\r\n\r\n",
        ] {
            assert_eq!(filtered(&format!("{junk}{good}")).await, good, "{junk}");
        }
        let typed = good.replacen(
            "\r\n\r\n",
            "\r\nContent-Type: application/vscode-jsonrpc\r\n\r\n",
            1,
        );
        assert_eq!(filtered(&typed).await, good);
    }
}
