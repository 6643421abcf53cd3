//! The number of this process, by which a generator notices that it is a copy that a fork made.
//!
//! On Linux the number lies in a page that the system clears in every new address space
//! (`MADV_WIPEONFORK`, Linux 4.14 and later), whichever call made it: `fork`, or `clone` without any
//! handler. Asking is two loads from memory. Elsewhere on Unix, and where the system refuses such a page,
//! it is the process id, which costs a system call and which a later process can have again. Other systems
//! do not copy processes.

/// A number that no ancestor of this process has, and that stays while the process lives.
#[cfg(target_os = "linux")]
pub(super) fn number() -> usize {
    page::number().unwrap_or_else(process_id)
}

/// The process id.
#[cfg(all(unix, not(target_os = "linux")))]
pub(super) fn number() -> usize {
    process_id()
}

/// Nothing copies a process here.
#[cfg(not(unix))]
pub(super) fn number() -> usize {
    0
}

#[cfg(unix)]
fn process_id() -> usize {
    std::process::id() as usize
}

#[cfg(target_os = "linux")]
mod page {
    use core::ptr;
    use core::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

    /// The page, as its first word: null until the first call, `REFUSED` if the system gives none.
    static PAGE: AtomicPtr<AtomicUsize> = AtomicPtr::new(ptr::null_mut());

    /// Stands for a page that there is not.
    static REFUSED: AtomicUsize = AtomicUsize::new(0);

    /// The highest number that this process or an ancestor had. A fork copies it.
    static LAST: AtomicUsize = AtomicUsize::new(0);

    /// The number in the page; a cleared page gets the next one. `None` without a page.
    pub(super) fn number() -> Option<usize> {
        let mut page = PAGE.load(Ordering::Acquire);
        if page.is_null() {
            page = first();
        }
        if ptr::eq(page, &REFUSED) {
            return None;
        }
        // SAFETY: the page is mapped, aligned and writable, and is never unmapped once it is in `PAGE`.
        let word = unsafe { &*page };
        match word.load(Ordering::Relaxed) {
            0 => Some(next(word)),
            number => Some(number),
        }
    }

    /// Numbers this process, unless another thread of it did.
    #[cold]
    fn next(word: &AtomicUsize) -> usize {
        let next = LAST.fetch_add(1, Ordering::Relaxed) + 1;
        let set = word.compare_exchange(0, next, Ordering::Relaxed, Ordering::Relaxed);
        set.map_or_else(|other| other, |_| next)
    }

    /// Maps the page, unless another thread does.
    #[cold]
    fn first() -> *mut AtomicUsize {
        let refused = ptr::from_ref(&REFUSED).cast_mut();
        let page = map().unwrap_or(refused);
        let set = PAGE.compare_exchange(ptr::null_mut(), page, Ordering::AcqRel, Ordering::Acquire);
        match set {
            Ok(_) => page,
            Err(other) => {
                if page != refused {
                    unmap(page);
                }
                other
            }
        }
    }

    /// The system rounds this length up to a page.
    const BYTES: usize = size_of::<AtomicUsize>();

    fn map() -> Option<*mut AtomicUsize> {
        let (protection, flags) =
            (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a new mapping at an address that the system chooses touches no other memory.
        let page = unsafe { libc::mmap(ptr::null_mut(), BYTES, protection, flags, -1, 0) };
        if page == libc::MAP_FAILED {
            return None;
        }
        // SAFETY: the page was mapped just now, and nothing else knows of it.
        let told = unsafe { libc::madvise(page, BYTES, libc::MADV_WIPEONFORK) };
        if told != 0 {
            unmap(page.cast());
            return None;
        }
        Some(page.cast())
    }

    fn unmap(page: *mut AtomicUsize) {
        // SAFETY: the page is from `map`, and its address was not given to anybody.
        unsafe { libc::munmap(page.cast(), BYTES) };
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// What a closure returns in a child, which is made by `fork` or by the bare system call.
    fn in_child(bare: bool, ask: impl FnOnce() -> usize) -> usize {
        let mut pipe = [0; 2];
        // SAFETY: room for two descriptors. The child writes to one of them and ends at once, without
        // running anything that other threads could have locked.
        unsafe {
            assert_eq!(libc::pipe(pipe.as_mut_ptr()), 0);
            // On s390x, the stack comes before the flags.
            let s390x = cfg!(target_arch = "s390x");
            let [first, second] = if s390x { [0, libc::SIGCHLD] } else { [libc::SIGCHLD, 0] };
            let child = match bare {
                true => libc::syscall(libc::SYS_clone, first, second, 0, 0, 0) as libc::pid_t,
                false => libc::fork(),
            };
            assert!(child >= 0);
            if child == 0 {
                let number = ask().to_ne_bytes();
                let written = libc::write(pipe[1], number.as_ptr().cast(), number.len());
                libc::_exit(i32::from(written != number.len() as isize));
            }
            let (mut number, mut status) = ([0; size_of::<usize>()], 0);
            let read = libc::read(pipe[0], number.as_mut_ptr().cast(), number.len());
            assert_eq!(read, number.len() as isize);
            assert_eq!(libc::waitpid(child, &mut status, 0), child);
            assert_eq!(status, 0);
            libc::close(pipe[0]);
            libc::close(pipe[1]);
            usize::from_ne_bytes(number)
        }
    }

    #[test]
    fn a_child_has_another_number() {
        let own = number();
        assert_eq!(own, number());
        assert_ne!(own, 0);
        for bare in [false, true] {
            let child = in_child(bare, || {
                let child = number();
                // A child of the child is a third process; 0 is an error.
                let grandchild = in_child(bare, number);
                let all = [own, child, grandchild];
                if child == grandchild || number() != child { 0 } else { all[1] }
            });
            assert!(child != 0 && child != own, "bare: {bare}");
        }
        assert_eq!(own, number());
    }

    /// What is used where there is no such page.
    #[test]
    fn a_child_has_another_process_id() {
        let own = process_id();
        assert_ne!(own, in_child(false, process_id));
        assert_eq!(own, process_id());
    }

    /// This machine has the page, so that the tests above test it; if not, say so.
    #[test]
    fn the_page_exists() {
        if page::number().is_none() {
            println!("this system refuses MADV_WIPEONFORK: process ids are used");
        }
        let refused = page::number().is_none();
        let numbers: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(page::number)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(numbers.iter().all(|number| number.is_none() == refused && *number == numbers[0]));
    }
}
