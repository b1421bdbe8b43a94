//! Decides which requests are answered: those of a browser that was given the token, and only of the page itself.

use std::fmt::Write as _;
use std::io;
use std::net::SocketAddr;

use axum::http::{HeaderMap, Method, header};

/// A secret of 128 bits.
pub(super) fn token() -> io::Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    let mut text = String::with_capacity(2 * bytes.len());
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// The address and the secret of the server.
pub(super) struct Guard {
    address: SocketAddr,
    token: String,
    /// The name contains the port, because browsers share cookies between the ports of a host.
    cookie: String,
}

impl Guard {
    /// A guard of the server at an address.
    pub(super) fn new(address: SocketAddr, token: String) -> Guard {
        Guard { address, token, cookie: format!("ferz-{}", address.port()) }
    }

    /// Returns `true` if a host and port are those of this server. Any other name is refused: a hostile page could give this machine a
    /// name of its own in order to read the answers.
    fn is_own(&self, host: &str) -> bool {
        let port = self.address.port();
        let local = [format!("127.0.0.1:{port}"), format!("localhost:{port}"), format!("[::1]:{port}")];
        let bound = self.address.ip();
        // If other machines can reach the server, they use its IP address.
        let by_number = || host.parse::<SocketAddr>().is_ok_and(|there| there.port() == port && !bound.is_loopback());
        local.iter().any(|name| name == host) || host == self.address.to_string() || by_number()
    }

    /// Returns `true` if a text is the token.
    pub(super) fn knows(&self, given: &str) -> bool {
        // The comparison always takes the same time, so that the time reveals nothing about the token.
        let differs = given.bytes().zip(self.token.bytes()).fold(0, |sum, (one, other)| sum | (one ^ other));
        given.len() == self.token.len() && differs == 0
    }

    /// Returns `true` if the cookies of a request have the token.
    pub(super) fn has_cookie(&self, headers: &HeaderMap) -> bool {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.into_iter().any(|(name, value)| name == self.cookie && self.knows(value))
    }

    /// The cookie that gives a browser the token.
    pub(super) fn cookie(&self) -> String {
        format!("{}={}; HttpOnly; SameSite=Strict; Path=/", self.cookie, self.token)
    }

    /// The reason why a request of another page is refused; `None` for requests of this page.
    pub(super) fn refusal(&self, method: &Method, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name: header::HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
        if !text(header::HOST).is_some_and(|host| self.is_own(host)) {
            return Some("this is not the address of the server");
        }
        if text(header::ORIGIN)
            .is_some_and(|origin| !origin.strip_prefix("http://").is_some_and(|host| self.is_own(host)))
        {
            return Some("the request comes from another page");
        }
        let site = headers.get("sec-fetch-site").map(|value| value.to_str().unwrap_or("?"));
        let reads = *method == Method::GET || *method == Method::HEAD;
        if site.is_some_and(|site| site != "same-origin" && !(reads && site == "none")) && !is_visit(method, headers) {
            return Some("the request comes from another page");
        }
        None
    }
}

/// Returns `true` if a person opens the page, perhaps by a link.
fn is_visit(method: &Method, headers: &HeaderMap) -> bool {
    *method == Method::GET && headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate")
}
