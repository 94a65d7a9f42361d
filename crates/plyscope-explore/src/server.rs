//! The server: one thread that answers, others that compute, and bounds for everybody who connects.

use crate::app::{App, Client};
use crate::folder::Folder;
use crate::guard::new_token;
use crate::limits::Names;
use crate::presets::GivenGame;
use crate::routes::router;
use axum::Extension;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use plyscope::catalogue::{Catalogue, Described};
use plyscope::name::Name;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

/// Connections at once; others wait until one ends.
const CONNECTIONS: usize = 512;
/// A client that takes longer to send its request is cut off, and so are idle connections.
const PATIENCE: Duration = Duration::from_secs(15);
/// No connection lasts longer: a client that reads so slowly makes room for others.
const LIFETIME: Duration = Duration::from_secs(300);
/// Ports that are tried, one after the other.
const PORTS: u16 = 100;

/// What keeps the explorer from being served.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The folder cannot be read.
    #[error("could not read the folder {path}: {cause}", path = path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        cause: std::io::Error,
    },
    /// No port is free.
    #[error("could not listen on {address}: {cause}; give another --port or --listen address")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why.
        cause: std::io::Error,
    },
    /// A game that was given is none.
    #[error(transparent)]
    Game(plyscope::Error),
    /// The system refuses what a server needs.
    #[error("could not start the server: {0}")]
    Start(std::io::Error),
}

/// The explorer, bound to a port and not serving yet.
///
/// ```
/// use plyscope::catalogue::Catalogue;
/// use plyscope_explore::Explorer;
/// let explorer = Explorer::bind(Catalogue::built_in(), None, "127.0.0.1".parse().unwrap(), Some(0))?;
/// assert!(explorer.url().starts_with("http://127.0.0.1:"));
/// # Ok::<(), plyscope_explore::ServeError>(())
/// ```
pub struct Explorer {
    app: Arc<App>,
    listener: TcpListener,
    moved: Option<u16>,
}

/// The port that is tried first where none is asked for.
const USUAL: u16 = 7759;

impl Explorer {
    /// Takes a port: the one that is asked for or the usual one, and where that is taken the next that is free; 0 is any.
    /// Where others than this machine can ask, they need a token, which the address holds.
    pub fn bind(
        catalogue: Catalogue,
        folder: Option<PathBuf>,
        address: IpAddr,
        port: Option<u16>,
    ) -> Result<Self, ServeError> {
        let open = |path: PathBuf| Folder::open(&path).map_err(|cause| ServeError::Folder { path, cause });
        let folder = folder.map(open).transpose()?;
        let first = port.unwrap_or(USUAL);
        let last = if first == 0 { 0 } else { first.saturating_add(PORTS) };
        let mut refused = None;
        let listener = (first..=last).find_map(|port| match TcpListener::bind((address, port)) {
            Ok(listener) => Some(Ok(listener)),
            Err(cause) if cause.kind() == std::io::ErrorKind::AddrInUse => {
                refused.get_or_insert(cause);
                None
            }
            Err(cause) => Some(Err(cause)),
        });
        let listen = |cause| ServeError::Listen { address: SocketAddr::new(address, first), cause };
        let listener = match (listener, refused) {
            (Some(listener), _) => listener.map_err(listen)?,
            (None, Some(cause)) => return Err(listen(cause)),
            (None, None) => return Err(listen(std::io::ErrorKind::AddrInUse.into())),
        };
        let bound = listener.local_addr().map_err(ServeError::Start)?;
        let token = (!address.is_loopback()).then(new_token);
        let moved = (first != 0 && bound.port() != first).then_some(first);
        let app = App::new(catalogue, folder, (address, bound.port()), token);
        Ok(Explorer { app: Arc::new(app), listener, moved })
    }

    /// Requests may hold these names too, though they start programs or read files; they are looked up in this catalogue,
    /// which what is in the folder never is. Games among them are opened once, to see that they work, and are among the
    /// trees to begin with.
    pub fn with_names(mut self, catalogue: Catalogue, given: Vec<Name>) -> Result<Self, ServeError> {
        let app = Arc::get_mut(&mut self.app).expect("no client is served yet");
        for name in &given {
            if catalogue.games().iter().any(|entry| entry.name() == name.kind()) {
                app.games.push(GivenGame::open(&catalogue, name).map_err(ServeError::Game)?);
            }
        }
        app.names = Names { catalogue, given };
        Ok(self)
    }

    /// Where the page is, with the token if one is needed.
    pub fn url(&self) -> String {
        let address = SocketAddr::new(self.app.address, self.app.port);
        let token = self.app.token.as_ref().map_or(String::new(), |token| format!("?token={token}"));
        format!("http://{address}/{token}")
    }

    /// The port that was asked for and that is taken, where another had to do.
    pub fn taken(&self) -> Option<u16> {
        self.moved
    }

    /// Serves until the program ends.
    pub fn serve(self) -> Result<(), ServeError> {
        self.listener.set_nonblocking(true).map_err(ServeError::Start)?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_io()
            .enable_time()
            // As deep as a search goes.
            .thread_stack_size(16 << 20)
            .max_blocking_threads(self.app.jobs + 1)
            .build()
            .map_err(ServeError::Start)?;
        runtime.block_on(accept(self.app, self.listener)).map_err(ServeError::Start)
    }
}

async fn accept(app: Arc<App>, listener: TcpListener) -> std::io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    let router = router(app);
    loop {
        let Ok(place) = room.clone().acquire_owned().await else { return Ok(()) };
        let (stream, from) = match listener.accept().await {
            Ok(accepted) => accepted,
            Err(_) => {
                // Too many open files, or a connection that was gone at once.
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let router = router.clone();
        tokio::spawn(async move {
            let _place = place;
            // Whatever went wrong with a connection ends it.
            let _ = tokio::time::timeout(LIFETIME, connection(router, stream, from)).await;
        });
    }
}

async fn connection(router: axum::Router, stream: TcpStream, from: SocketAddr) -> hyper::Result<()> {
    // Answers go out at once.
    let _ = stream.set_nodelay(true);
    // A page says which it is; others are known by their connections.
    let router = router.layer(Extension(Client(from.to_string())));
    http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(PATIENCE)
        .max_buf_size(256 << 10)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .await
}
