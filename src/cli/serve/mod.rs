//! `ferz serve`: the workbench in a browser, with this program as its engine and the files of a folder.
//!
//! Only one person uses it. Every request is checked first (`entrance`): it has to know the token that was printed, and come from
//! the page itself. Files are read and written below the folder only (`folder`).

mod answers;
mod engines;
mod entrance;
mod folder;
mod guard;
mod page;
mod site;
mod watch;

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::middleware;
use axum::routing::{get, post};

use super::common::{Failure, Terminal, Verdict};
use site::Site;

/// The port, if no other is asked for.
const PORT: u16 = 7447;

/// Show the workbench in a browser: write, see and play the variants of a folder.
#[derive(Debug, clap::Args)]
#[command(after_long_help = "\
Open the printed address in a browser. The page has the editor, the board and the engine, and works on the YAML files of DIR. A file
is saved completely or not at all. If another program changes it, the page shows the change, or asks if both have changed it.

The address has a token, and every request needs it. The server listens to this machine only, unless --listen has
another address. docs/workbench.md describes the page and its safety.

Examples:
  $ ferz serve
  $ ferz serve variants --port 8080")]
pub(super) struct Arguments {
    /// The folder with the variant files
    #[arg(value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// The port; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    port: u16,
    /// The address to listen to. Other machines can reach the server if it is not a loopback address
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    listen: IpAddr,
}

/// Runs the subcommand until it is killed.
pub(super) fn run(arguments: &Arguments, terminal: &mut Terminal) -> Result<Verdict, Failure> {
    let folder = folder::Folder::open(&arguments.folder)
        .map_err(|error| Failure::Usage(format!("cannot serve `{}`: {error}", arguments.folder.display())))?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    runtime.block_on(async {
        let wanted = SocketAddr::new(arguments.listen, arguments.port);
        let listener = tokio::net::TcpListener::bind(wanted).await.map_err(|error| unbound(wanted, &error))?;
        let address = listener.local_addr()?;
        let token = guard::token()?;
        if !address.ip().is_loopback() {
            terminal.complain(
                "warning: other machines can reach this server; all who know the address can change the files\n",
            );
        }
        terminal.print(&format!("Ferz serves `{}` at http://{address}/?token={token}\n", folder.root().display()))?;
        terminal.flush()?;
        let site = Arc::new(Site::new(folder, guard::Guard::new(address, token)));
        axum::serve(listener, routes(site)).await?;
        Ok(Verdict::Fine)
    })
}

fn unbound(address: SocketAddr, error: &io::Error) -> Failure {
    Failure::Usage(format!("cannot listen to {address}: {error}\nhelp: `--port 0` takes any free port"))
}

fn routes(site: Arc<Site>) -> Router {
    Router::new()
        .route("/api/ask", post(answers::ask))
        .route("/api/files", get(answers::list))
        .route("/api/files/{*name}", get(answers::read).put(answers::write).delete(answers::remove))
        .route("/api/changes", get(answers::changes))
        .fallback(answers::page)
        .layer(middleware::from_fn_with_state(site.clone(), entrance::check))
        .with_state(site)
}
