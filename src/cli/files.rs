//! Files on the command line. Only plain files of limited length are read, and a file is written completely or not at
//! all.

#[cfg(unix)]
use std::fs::Permissions;
use std::fs::{self, Metadata};
use std::hash::{BuildHasher as _, RandomState};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::failure::Failure;
use super::mark::{Mark, hash};
use crate::variant::read_plain;

/// The longest page, snapshot or list of accepted claims that is read, in bytes.
const LONGEST: usize = 16 << 20;

/// Reads a plain file, up to one byte more than the limit, so that the caller can detect a file that is too long.
pub(super) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    read_plain(path, LONGEST).map_err(|error| unreadable(path, &error))
}

/// The text of a plain file.
pub(super) fn read_text(path: &Path) -> Result<String, Failure> {
    let bytes = read(path)?;
    if bytes.len() > LONGEST {
        let too_long = format!("it is longer than {} MB", LONGEST >> 20);
        return Err(unreadable(path, &io::Error::new(io::ErrorKind::FileTooLarge, too_long)));
    }
    String::from_utf8(bytes)
        .map_err(|_| unreadable(path, &io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8 text")))
}

fn unreadable(path: &Path, error: &io::Error) -> Failure {
    Failure::Usage(format!("cannot read `{}`: {error}", path.display()))
}

/// The files that a command may overwrite.
#[derive(Clone, Copy, Debug)]
pub(super) enum Replace {
    /// Any file.
    Any,
    /// No file.
    None,
    /// Files that the same command has written and that have not changed since.
    Marked(Mark),
    /// Files with content like the command's own output.
    Like(fn(&str) -> bool),
}

impl Replace {
    /// Any file with `--force`, otherwise files that the command has written.
    pub(super) fn own(force: bool, mark: Mark) -> Replace {
        if force { Replace::Any } else { Replace::Marked(mark) }
    }
}

/// Refuses an output file that is one of the inputs, even if `--force` is given.
pub(super) fn spare_inputs<'a>(output: &Path, inputs: impl IntoIterator<Item = &'a Path>) -> Result<(), Failure> {
    match inputs.into_iter().any(|input| is_same(output, input)) {
        false => Ok(()),
        true => Err(Failure::Usage(format!(
            "`{}` is an input of this command\nhelp: give `-o FILE` or `--html FILE` another name",
            output.display()
        ))),
    }
}

/// Returns `true` if two paths lead to one plain file.
fn is_same(one: &Path, other: &Path) -> bool {
    let (Ok(there), Ok(here)) = (fs::metadata(one), fs::metadata(other)) else { return false };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        there.is_file() && (there.dev(), there.ino()) == (here.dev(), here.ino())
    }
    #[cfg(not(unix))]
    {
        there.is_file() && here.is_file() && one.canonicalize().ok() == other.canonicalize().ok()
    }
}

/// Writes a file with the mark of the command.
pub(super) fn write_marked(path: &Path, text: &str, mark: Mark, force: bool) -> Result<(), Failure> {
    write(path, &mark.stamped(text), Replace::own(force, mark))
}

/// Writes a file by writing a temporary file beside it and renaming that. At any time, either the complete old file
/// or the complete new one exists.
pub(super) fn write(path: &Path, text: &str, replace: Replace) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::Usage(format!("cannot write `{}`: {error}", path.display()));
    match fs::metadata(path) {
        // Writing to a device or a pipe cannot destroy old content.
        Ok(there) if !there.is_file() && !there.is_dir() => fs::OpenOptions::new()
            .write(true)
            .open(path)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .map_err(failed),
        Ok(there) => {
            allow(path, replace)?;
            if there.permissions().readonly() {
                return Err(failed(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only")));
            }
            let target = path.canonicalize().map_err(failed)?;
            put(&target, text, Some(&there)).map_err(failed)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => put(path, text, None).map_err(failed),
        Err(error) => Err(failed(error)),
    }
}

/// Refuses to write over a file that is not the command's own.
fn allow(path: &Path, replace: Replace) -> Result<(), Failure> {
    let shown = path.display();
    let holds = |known: &dyn Fn(&str) -> bool| {
        let bytes = read_plain(path, LONGEST).unwrap_or_default();
        bytes.trim_ascii().is_empty() || std::str::from_utf8(&bytes).is_ok_and(known)
    };
    let why = match replace {
        Replace::Any => return Ok(()),
        Replace::Marked(mark) if holds(&|text| mark.is_intact(text)) => return Ok(()),
        Replace::Like(known) if holds(&known) => return Ok(()),
        Replace::Marked(_) => ", and this command has not written it, or it has changed since",
        Replace::Like(_) => ", and this command has not written it",
        Replace::None => "",
    };
    Err(Failure::Usage(format!(
        "`{shown}` already exists{why}\nhelp: `--force` overwrites it, `-o FILE` writes another file"
    )))
}

/// The beginning and the end of the names of temporary files.
const WRITING: [&str; 2] = [".ferz-", ".tmp"];
/// Number of attempts to write a temporary file that another process keeps deleting.
const ATTEMPTS: usize = 3;

fn put(path: &Path, text: &str, old: Option<&Metadata>) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    sweep(folder);
    let mut attempts = 1..=ATTEMPTS;
    loop {
        let file = written_beside(folder, text, old)?;
        let kept = if old.is_some() { file.persist(path) } else { file.persist_noclobber(path) };
        match kept {
            Ok(_) => return Ok(()),
            Err(error) if error.error.kind() == io::ErrorKind::NotFound && attempts.next().is_some() => {}
            Err(error) => return Err(error.error),
        }
    }
}

/// A temporary file with the text. It is locked while it is being written.
fn written_beside(folder: &Path, text: &str, old: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // Keys from the system: the generator of `fastrand` begins alike in processes that start at the same time.
    let token = format!("{:016x}", RandomState::new().hash_one(std::process::id()));
    let name = temporary_name(&token);
    // The name already contains a random token.
    builder.prefix(&name).rand_bytes(0);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // The usual mode of a new file; the system applies the user's umask.
        builder.permissions(Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    // Some file systems have no locks. There, no temporary files are removed.
    #[cfg(unix)]
    let _ = file.as_file().lock();
    file.write_all(text.as_bytes())?;
    if let Some(old) = old {
        keep_owner(&file, old)?;
        // After the owner, because setting the owner clears permissions.
        file.as_file().set_permissions(old.permissions())?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

/// Gives a file the owner and the group of the one that it replaces.
#[cfg(unix)]
fn keep_owner(file: &NamedTempFile, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let new = file.as_file().metadata()?;
    if (new.uid(), new.gid()) == (old.uid(), old.gid()) {
        return Ok(());
    }
    let other = |_| io::Error::new(io::ErrorKind::PermissionDenied, "it belongs to another user or group");
    fchown(file.as_file(), Some(old.uid()), Some(old.gid())).map_err(other)
}

#[cfg(not(unix))]
fn keep_owner(_: &NamedTempFile, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Name of a temporary file: a random token and its hash, so that no file of a user has such a name.
fn temporary_name(token: &str) -> String {
    let [prefix, suffix] = WRITING;
    format!("{prefix}{token}{:016x}{suffix}", hash(["being written ", token]))
}

/// Removes temporary files of killed processes in a folder: files that no process has locked.
#[cfg(unix)]
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_own = name.to_str().is_some_and(|name| {
            let token = name.strip_prefix(WRITING[0]).and_then(|rest| rest.get(..16));
            token.is_some_and(|token| name == temporary_name(token))
        });
        if !is_own || !entry.file_type().is_ok_and(|kind| kind.is_file()) {
            continue;
        }
        let left = fs::OpenOptions::new().read(true).open(entry.path());
        if left.is_ok_and(|file| file.try_lock().is_ok()) {
            // If it cannot be removed, it stays. No process needs it.
            let _ = fs::remove_file(entry.path());
        }
    }
}

#[cfg(not(unix))]
fn sweep(_: &Path) {}

/// Writes several files into a folder, which is created if needed. If one of them may not be written, none is.
pub(super) fn write_all(folder: &Path, files: &[(PathBuf, &str)], replace: Replace) -> Result<(), Failure> {
    files.iter().filter(|(path, _)| path.exists()).try_for_each(|(path, _)| allow(path, replace))?;
    fs::create_dir_all(folder)
        .map_err(|error| Failure::Usage(format!("cannot write `{}`: {error}", folder.display())))?;
    files.iter().try_for_each(|(path, text)| write(path, text, replace))
}
