//! The mode of Arm processors in which the time of instructions does not depend on data: DIT, PSTATE.DIT of
//! FEAT_DIT (Arm Architecture Reference Manual, "About PSTATE.DIT"). A program may set it for itself.
//!
//! Other processors have no such mode, or one that only an operating system can set.

#[cfg(all(target_arch = "aarch64", not(miri)))]
pub(super) use arm::Dit;

#[cfg(not(all(target_arch = "aarch64", not(miri))))]
pub(super) use none::Dit;

#[cfg(not(all(target_arch = "aarch64", not(miri))))]
mod none {
    /// Nothing.
    pub(crate) struct Dit;

    impl Dit {
        /// Sets nothing.
        #[inline(always)]
        pub(crate) fn on() -> Self {
            Self
        }
    }
}

#[cfg(all(target_arch = "aarch64", not(miri)))]
mod arm {
    use core::arch::asm;

    /// The bit of the register DIT.
    const BIT: u64 = 1 << 24;

    /// The mode, as long as this lives. Afterwards it is as it was before.
    pub(crate) struct Dit {
        /// Whether this set it.
        set: bool,
    }

    impl Dit {
        /// Sets the mode, if the processor has it.
        #[inline(always)]
        pub(crate) fn on() -> Self {
            let set = is_there() && read() & BIT == 0;
            if set {
                write(BIT);
            }
            Self { set }
        }
    }

    impl Drop for Dit {
        #[inline(always)]
        fn drop(&mut self) {
            if self.set {
                write(0);
            }
        }
    }

    /// Whether the processor has the mode.
    #[inline(always)]
    fn is_there() -> bool {
        #[cfg(feature = "std")]
        return std::arch::is_aarch64_feature_detected!("dit");
        #[cfg(not(feature = "std"))]
        return cfg!(target_feature = "dit");
    }

    #[inline(always)]
    fn read() -> u64 {
        debug_assert!(is_there());
        let value;
        // SAFETY: called where the processor has the register. Its name is spelled out, because the assembler
        // knows the short one only where the feature is enabled. Reading it changes nothing.
        unsafe {
            asm!("mrs {}, s3_3_c4_c2_5", out(reg) value, options(nomem, nostack, preserves_flags));
        }
        value
    }

    /// Not `nomem`: no memory access is moved to the other side.
    #[inline(always)]
    fn write(value: u64) {
        debug_assert!(is_there());
        // SAFETY: called where the processor has the register. Programs may write the register, and it changes no result.
        unsafe {
            asm!("msr s3_3_c4_c2_5, {}", in(reg) value, options(nostack, preserves_flags));
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::Backend;
        use crate::lanes::dispatch::Kernels;

        #[test]
        fn kernels_run_in_the_mode_and_leave_it_as_it_was() {
            if !is_there() {
                println!("DIT: not tested, as this processor lacks it");
                return;
            }
            let is_set = || read() & BIT != 0;
            assert!(!is_set());
            for backend in Backend::available() {
                let kernels = Kernels::on(backend);
                assert!(is_set(), "{backend}");
                drop(Kernels::on(backend));
                assert!(is_set(), "{backend}: what is within leaves it to what is around");
                drop(kernels);
                assert!(!is_set(), "{backend}");
            }
        }
    }
}
