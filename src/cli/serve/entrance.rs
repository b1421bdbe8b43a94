//! The entrance: each request is checked before it is answered.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::guard::Guard;
use super::site::Site;

/// The policy for everything that the page loads. Rules pages bring their own styles and pictures, but no scripts.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// The token in an address.
fn token_of(uri: &Uri) -> Option<&str> {
    uri.query()?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

/// Answers a request, or refuses it.
pub(super) async fn check(State(site): State<Arc<Site>>, request: Request, next: Next) -> Response {
    let guard = &site.guard;
    let refused = |why: &'static str| (StatusCode::FORBIDDEN, why).into_response();
    let mut response = match guard.refusal(request.method(), request.headers()) {
        Some(why) => refused(why),
        None if request.uri().path() == "/" && token_of(request.uri()).is_some_and(|given| guard.knows(given)) => {
            entered(guard)
        }
        None if guard.has_cookie(request.headers()) => next.run(request).await,
        None => refused("open the address that `ferz serve` has printed"),
    };
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Gives the browser the token as a cookie, and takes it out of the address.
fn entered(guard: &Guard) -> Response {
    // The visit may come from another site, and after a redirect the browser would then not send the cookie. A page that reloads itself
    // avoids this.
    let page = "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=/\"><a href=\"/\">Ferz</a>";
    let headers = [(header::SET_COOKIE, guard.cookie()), (header::CONTENT_TYPE, "text/html".to_owned())];
    (headers, page).into_response()
}
