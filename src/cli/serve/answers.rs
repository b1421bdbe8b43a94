//! Answers to the requests of the page.

use std::sync::Arc;

use axum::body::{self, Body};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};

use super::folder::Fault;
use super::page;
use super::site::Site;
use crate::protocol::LONGEST;

/// A file to write.
#[derive(Deserialize)]
struct Save {
    text: String,
    /// The tag with which the page has read the file; missing for a new file.
    tag: Option<String>,
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let (status, text) = match self {
            Fault::Name => {
                (StatusCode::BAD_REQUEST, "the name must be that of a YAML file in this folder or below".to_owned())
            }
            Fault::Missing => (StatusCode::NOT_FOUND, "there is no such file".to_owned()),
            Fault::Conflict => (StatusCode::CONFLICT, "the file has been changed".to_owned()),
            Fault::Text => (StatusCode::BAD_REQUEST, "a file is UTF-8 text of at most 1 MiB".to_owned()),
            Fault::Io(text) => (StatusCode::INTERNAL_SERVER_ERROR, text),
        };
        (status, text).into_response()
    }
}

fn json(value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(bytes) => ([(header::CONTENT_TYPE, "application/json")], bytes).into_response(),
        Err(error) => (StatusCode::INTERNAL_SERVER_ERROR, error.to_string()).into_response(),
    }
}

fn json_or_fault<T: Serialize>(answer: Result<T, Fault>) -> Response {
    answer.map_or_else(IntoResponse::into_response, |answer| json(&answer))
}

/// The body of a JSON request. For JSON from pages of other sites, browsers first ask the server, which does not allow it.
async fn body_of(request: Request) -> Result<Vec<u8>, Response> {
    let is_json = request.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind == "application/json");
    if !is_json {
        return Err((StatusCode::UNSUPPORTED_MEDIA_TYPE, "the body must be application/json").into_response());
    }
    let bytes = body::to_bytes(request.into_body(), LONGEST).await;
    bytes.map(Vec::from).map_err(|_| (StatusCode::PAYLOAD_TOO_LARGE, "the body is too long").into_response())
}

/// A request of docs/batch.md.
pub(super) async fn ask(State(site): State<Arc<Site>>, headers: HeaderMap, request: Request) -> Response {
    let engine = headers.get("x-ferz-engine").and_then(|name| name.to_str().ok()).unwrap_or("").to_owned();
    let mut line = match body_of(request).await {
        Ok(line) => line,
        Err(refusal) => return refusal,
    };
    line.iter_mut().filter(|byte| **byte == b'\n').for_each(|byte| *byte = b' ');
    match site.engines.ask(&engine, &line) {
        Some(lines) => ([(header::CONTENT_TYPE, "application/jsonl")], lines).into_response(),
        None => (StatusCode::SERVICE_UNAVAILABLE, "too many requests wait").into_response(),
    }
}

/// The files of the folder.
pub(super) async fn list(State(site): State<Arc<Site>>) -> Response {
    json(&serde_json::json!({"files": site.folder.list()}))
}

/// A file.
pub(super) async fn read(State(site): State<Arc<Site>>, Path(name): Path<String>) -> Response {
    json_or_fault(site.folder.read(&name))
}

/// Writes a file.
pub(super) async fn write(State(site): State<Arc<Site>>, Path(name): Path<String>, request: Request) -> Response {
    let body = match body_of(request).await {
        Ok(body) => body,
        Err(refusal) => return refusal,
    };
    match serde_json::from_slice::<Save>(&body) {
        Ok(save) => json_or_fault(site.folder.write(&name, &save.text, save.tag.as_deref())),
        Err(error) => (StatusCode::BAD_REQUEST, error.to_string()).into_response(),
    }
}

/// Removes a file.
pub(super) async fn remove(State(site): State<Arc<Site>>, Path(name): Path<String>) -> Response {
    json_or_fault(site.folder.remove(&name).map(|()| serde_json::json!({})))
}

/// A stream of the names of files that are changed.
pub(super) async fn changes(State(site): State<Arc<Site>>) -> Response {
    ([(header::CONTENT_TYPE, "text/event-stream")], site.watchers.listen()).into_response()
}

/// A file of the page.
pub(super) async fn page(uri: Uri) -> Response {
    let Some((bytes, kind)) = page::file(uri.path()) else {
        let status = if uri.path() == "/" { StatusCode::OK } else { StatusCode::NOT_FOUND };
        return (status, page::MISSING).into_response();
    };
    let mut response = Body::from(bytes).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
