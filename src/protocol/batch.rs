//! The session of `ferz batch`: reads requests and writes answers.

use std::io::{self, Read, Write};
use std::sync::Arc;

use crate::machine;

use super::options::Options;
use super::order::Order;
use super::queue::Queue;
use super::session::Session;
use super::store::Store;

/// Reads requests until the input ends, and answers each. Every answer is written at once. Stops without an error if
/// the output is closed.
///
/// # Errors
/// When reading or writing fails.
pub fn run(input: impl Read + Send + 'static, output: impl Write + Send, options: &Options) -> io::Result<()> {
    match converse(input, output, options) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn converse(input: impl Read + Send + 'static, output: impl Write + Send, options: &Options) -> io::Result<()> {
    let jobs = options.jobs.max(1);
    if jobs > 1 {
        machine::share_memory();
    }
    let requests = Queue::read(input, jobs)?;
    let order = Order::new(output);
    let store = Arc::new(Store::new(jobs));
    let work = |worker: usize| {
        let result = answer_all(worker, &requests, &order, (&store, options));
        if result.is_err() {
            requests.abandon();
        }
        result
    };
    let work = &work;
    std::thread::scope(|scope| {
        let start = |worker| {
            let thread = std::thread::Builder::new().name("answers".to_owned()).stack_size(STACK);
            thread.spawn_scoped(scope, move || work(worker))
        };
        let others: Vec<_> = (1..jobs).map(start).collect::<io::Result<_>>().inspect_err(|_| requests.abandon())?;

        others.into_iter().fold(work(0), |result, other| {
            // A panic in one request is caught where the request is answered.
            result.and(other.join().unwrap_or(Ok(())))
        })
    })
}

/// The stack of a thread that answers.
const STACK: usize = 64 << 20;

/// Answers one request after the other.
fn answer_all(
    worker: usize,
    requests: &Queue,
    order: &Order<impl Write>,
    (store, options): (&Arc<Store>, &Options),
) -> io::Result<()> {
    let mut session = Session::sharing(store.clone(), *options);
    while let Some((number, request)) = requests.next(worker)? {
        let mut answer = Vec::new();
        session.answer(&request, &mut |line| order.tell(number, line), &mut answer);
        order.put(number, answer)?;
    }
    Ok(())
}
