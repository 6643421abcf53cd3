//! PDUs of PDCP: what the steps of TS 38.323 give one after another is the expected result.

#[path = "support/mod.rs"]
mod base;

use base::Random;
use lanecrypt::threegpp::{
    Direction, EncryptionId, IntegrityId, Nea, Nia, Parameters, Pdcp, PduJob, TransmitGuard,
};
use lanecrypt::{Backend, Error, Status};

/// The algorithms that this build has.
fn encryption_ids() -> Vec<EncryptionId> {
    (0..=3).map(|n| EncryptionId::from_number(n).unwrap()).filter(|id| id.is_supported()).collect()
}

/// The same, and none.
fn integrity_ids() -> Vec<Option<IntegrityId>> {
    let ids = (0..=3).map(|n| IntegrityId::from_number(n).unwrap());
    ids.filter(|id| id.is_supported()).map(Some).chain([None]).collect()
}

/// A bearer, and the keys that it is made of.
struct Bearer {
    nea: Nea,
    nia: Option<Nia>,
    pdcp: Pdcp,
}

impl Bearer {
    fn new(
        random: &mut Random,
        backend: Backend,
        encryption: EncryptionId,
        integrity: Option<IntegrityId>,
    ) -> Self {
        let nea = Nea::with_backend(encryption, &random.bytes(16), backend).unwrap();
        let nia = integrity.map(|id| Nia::with_backend(id, &random.bytes(16), backend).unwrap());
        let direction = [Direction::Uplink, Direction::Downlink][random.below(2)];
        let bearer = random.below(32) as u8;
        let pdcp = Pdcp::new(nea.clone(), nia.clone(), bearer, direction).unwrap();
        assert_eq!((pdcp.encryption(), pdcp.integrity()), (encryption, integrity));
        assert_eq!((pdcp.bearer(), pdcp.direction()), (bearer, direction));
        Self { nea, nia, pdcp }
    }

    /// The steps by themselves: MAC-I over header and data, then the cipher over data and MAC-I.
    fn expected(&self, count: u32, header: usize, pdu: &[u8]) -> Vec<u8> {
        let parameters = Parameters::new(count, self.pdcp.bearer(), self.pdcp.direction()).unwrap();
        let mut out = pdu[..pdu.len() - self.pdcp.mac_bytes()].to_vec();
        if let Some(nia) = &self.nia {
            out.extend(nia.compute(parameters, &out).unwrap().as_ref());
        }
        self.nea.encrypt(parameters, &mut out[header..]).unwrap();
        out
    }
}

/// One PDU: its bearer, COUNT, header and bytes.
fn pdus(random: &mut Random, bearers: &[Bearer], many: usize) -> Vec<(usize, u32, usize, Vec<u8>)> {
    (0..many)
        .map(|_| {
            let bearer = random.below(bearers.len());
            let header = random.below(5);
            let data = [0, 1, 15, 16, 40, 64, 100, 576, 1504][random.below(9)] + random.below(3);
            let len = header + data + bearers[bearer].pdcp.mac_bytes();
            (bearer, random.next() as u32, header, random.bytes(len))
        })
        .collect()
}

#[test]
fn one_pdu_is_the_steps_of_the_standard() {
    let mut random = Random::new(1);
    for backend in Backend::available() {
        for encryption in encryption_ids() {
            for integrity in integrity_ids() {
                let bearers = [Bearer::new(&mut random, backend, encryption, integrity)];
                let [bearer] = &bearers;
                for (_, count, header, pdu) in pdus(&mut random, &bearers, 20) {
                    let mut out = pdu.clone();
                    bearer.pdcp.protect(count, header, &mut out).unwrap();
                    assert!(
                        out == bearer.expected(count, header, &pdu),
                        "{backend} {bearer:?}",
                        bearer = bearer.pdcp
                    );
                    bearer.pdcp.unprotect(count, header, &mut out).unwrap();
                    let data = pdu.len() - bearer.pdcp.mac_bytes();
                    assert!(out[..data] == pdu[..data]);
                }
            }
        }
    }
}

#[test]
fn batches_are_the_same_as_one_by_one() {
    let mut random = Random::new(2);
    for backend in Backend::available() {
        // Every combination of algorithms, so that a batch mixes all of them.
        let mut bearers = Vec::new();
        for encryption in encryption_ids() {
            for integrity in integrity_ids() {
                bearers.push(Bearer::new(&mut random, backend, encryption, integrity));
            }
        }
        for many in [0, 1, 2, 3, 8, 31, 64, 65, 129, 200] {
            // Of one bearer in every third batch.
            let bearers =
                if many % 3 == 0 { &bearers[many % bearers.len()..][..1] } else { &bearers };
            let pdus = pdus(&mut random, bearers, many);
            let mut out: Vec<_> = pdus.iter().map(|(.., pdu)| pdu.clone()).collect();
            fn jobs<'a>(
                bearers: &'a [Bearer],
                pdus: &[(usize, u32, usize, Vec<u8>)],
                out: &'a mut [Vec<u8>],
            ) -> Vec<PduJob<'a>> {
                let both = pdus.iter().zip(out);
                both.map(|((bearer, count, header, _), out)| {
                    PduJob::new(&bearers[*bearer].pdcp, *count, *header, out)
                })
                .collect()
            }

            let mut all = jobs(bearers, &pdus, &mut out);
            let report = Pdcp::protect_batch(&mut all);
            assert!(report.is_ok() && report.jobs() == many);
            // What is done is left alone.
            assert!(Pdcp::protect_batch(&mut all).is_ok());
            drop(all);
            for ((bearer, count, header, pdu), out) in pdus.iter().zip(&out) {
                assert!(
                    *out == bearers[*bearer].expected(*count, *header, pdu),
                    "{backend} {many}"
                );
            }

            // Every fifth PDU arrives damaged, where it is authenticated.
            for (i, out) in out.iter_mut().enumerate().filter(|(i, _)| i % 5 == 2) {
                let byte = random.below(out.len().max(1));
                if let (Some(byte), Some(_)) = (out.get_mut(byte), &bearers[pdus[i].0].nia) {
                    *byte ^= 1 << random.below(8);
                }
            }
            let mut one_by_one = out.clone();
            let mut all = jobs(bearers, &pdus, &mut out);
            let report = Pdcp::unprotect_batch(&mut all);
            let statuses: Vec<_> = all.iter().map(PduJob::status).collect();
            drop(all);
            let mut wrong = 0;
            for (i, (bearer, count, header, pdu)) in pdus.iter().enumerate() {
                let pdcp = &bearers[*bearer].pdcp;
                match pdcp.unprotect(*count, *header, &mut one_by_one[i]) {
                    Ok(()) => assert_eq!(statuses[i], Status::Done),
                    Err(error) => {
                        assert_eq!(
                            (error, statuses[i]),
                            (Error::Authentication, Status::Failed(error))
                        );
                        assert!(out[i][*header..].iter().all(|byte| *byte == 0));
                        wrong += 1;
                    }
                }
                // The null algorithm has no MAC that shows damage.
                if i % 5 == 2
                    && pdcp.integrity().is_some_and(|id| id != IntegrityId::Nia0)
                    && !pdu.is_empty()
                {
                    assert_ne!(statuses[i], Status::Done, "{backend} {pdcp:?}");
                }
            }
            assert!(out == one_by_one, "{backend} {many}");
            assert_eq!(report.failed(), wrong);
        }
    }
}

/// Every length around the rows of both keystreams, which the header moves against each other.
#[test]
fn every_length_and_header_is_the_same_alone_and_in_bursts() {
    let mut random = Random::new(3);
    for backend in Backend::available() {
        for integrity in integrity_ids().into_iter().flatten() {
            let encryption = EncryptionId::from_number(integrity.number()).unwrap();
            if !encryption.is_supported() {
                continue;
            }
            let bearers: Vec<_> = (0..3)
                .map(|_| Bearer::new(&mut random, backend, encryption, Some(integrity)))
                .collect();
            // Plain words take long; nothing in them depends on the header.
            let headers = match backend {
                Backend::Portable => &[3, 64][..],
                _ => &[0, 1, 2, 3, 4, 5, 17, 63, 64, 65],
            };
            for &header in headers {
                let mut pdus: Vec<_> = (0..=270)
                    .map(|data| {
                        let bytes = random.bytes(header + data + 4);
                        (random.below(3), random.next() as u32, bytes)
                    })
                    .collect();
                let expected: Vec<_> = pdus
                    .iter()
                    .map(|(bearer, count, pdu)| bearers[*bearer].expected(*count, header, pdu))
                    .collect();
                let before = pdus.clone();
                // In windows of so many, each length in many places; then opened in windows of another size.
                for (protect, open) in [(1, 2), (2, 5), (3, 1), (4, 8), (8, 9), (9, 16), (17, 3)] {
                    let mut rest = &mut pdus[..];
                    let mut at = 0;
                    while !rest.is_empty() {
                        let (now, later) = rest.split_at_mut(protect.min(rest.len()));
                        rest = later;
                        let mut jobs: Vec<_> = now
                            .iter_mut()
                            .map(|(bearer, count, pdu)| {
                                PduJob::new(&bearers[*bearer].pdcp, *count, header, pdu)
                            })
                            .collect();
                        assert!(Pdcp::protect_batch(&mut jobs).is_ok());
                        drop(jobs);
                        for (.., pdu) in now {
                            assert!(*pdu == expected[at], "{backend} {integrity} {header} {at}");
                            at += 1;
                        }
                    }
                    for window in pdus.chunks_mut(open) {
                        // The first of each window arrives damaged, in its MAC-I or before.
                        let bits = 8 * (window[0].2.len() - header);
                        let bit = 8 * header + random.below(bits);
                        window[0].2[bit / 8] ^= 1 << (bit % 8);
                        let mut jobs: Vec<_> = window
                            .iter_mut()
                            .map(|(bearer, count, pdu)| {
                                PduJob::new(&bearers[*bearer].pdcp, *count, header, pdu)
                            })
                            .collect();
                        let _ = Pdcp::unprotect_batch(&mut jobs);
                        let is_null = integrity == IntegrityId::Nia0;
                        for (place, job) in jobs.iter().enumerate() {
                            let right = place > 0 || is_null && bit >= 8 * (job.pdu.len() - 4);
                            let failed = Status::Failed(Error::Authentication);
                            match (right, is_null) {
                                (true, false) => assert_eq!(job.status(), Status::Done),
                                (false, false) => {
                                    assert_eq!(job.status(), failed);
                                    assert!(job.pdu[header..].iter().all(|byte| *byte == 0));
                                }
                                _ => {}
                            }
                        }
                        drop(jobs);
                    }
                    for (i, ((.., pdu), (.., before))) in pdus.iter_mut().zip(&before).enumerate() {
                        let data = before.len() - 4;
                        let is_null = integrity == IntegrityId::Nia0;
                        assert!(i % open == 0 || is_null || pdu[..data] == before[..data]);
                        pdu.copy_from_slice(before);
                    }
                }
            }
        }
    }
}

#[test]
fn what_is_wrong_is_refused_and_disturbs_no_other() {
    let mut random = Random::new(3);
    let (encryption, integrity) = (EncryptionId::Nea0, IntegrityId::Nia0);
    let nea = || Nea::new(encryption, &[0; 16]).unwrap();
    let nia = || Nia::new(integrity, &[0; 16]).unwrap();
    let refused = Pdcp::new(nea(), nia(), 32, Direction::Uplink).unwrap_err();
    assert_eq!(refused, Error::Bearer { bearer: 32 });
    for number in 4..=6 {
        let ids =
            (EncryptionId::from_number(number).unwrap(), IntegrityId::from_number(number).unwrap());
        if ids.0.is_supported() {
            let other = Nea::new(ids.0, &[0; 32]).unwrap();
            let refused = Pdcp::new(other, nia(), 0, Direction::Uplink).unwrap_err();
            assert_eq!(refused, Error::ParameterKind);
            let other = Nia::new(ids.1, &[0; 32]).unwrap();
            let refused = Pdcp::new(nea(), other, 0, Direction::Uplink).unwrap_err();
            assert_eq!(refused, Error::ParameterKind);
        }
    }

    for integrity in integrity_ids() {
        let encryption = *encryption_ids().last().unwrap();
        let bearer = Bearer::new(&mut random, Backend::best(), encryption, integrity);
        let mac = bearer.pdcp.mac_bytes();
        for (len, header) in [(mac + 2, 3), (0, mac + 1), (mac, usize::MAX)] {
            let mut pdu = vec![7; len];
            let refused = bearer.pdcp.protect(0, header, &mut pdu);
            let min = header.saturating_add(mac);
            assert_eq!(refused, Err(Error::PduLength { bytes: len, min }));
            assert_eq!(bearer.pdcp.unprotect(0, header, &mut pdu), refused);
            assert!(pdu.iter().all(|byte| *byte == 7));

            let (mut first, mut last) = (random.bytes(100), random.bytes(9));
            let expected = [bearer.expected(1, 2, &first), bearer.expected(3, 4, &last)];
            let mut jobs = [
                PduJob::new(&bearer.pdcp, 1, 2, &mut first),
                PduJob::new(&bearer.pdcp, 2, header, &mut pdu),
                PduJob::new(&bearer.pdcp, 3, 4, &mut last),
            ];
            let report = Pdcp::protect_batch(&mut jobs);
            assert_eq!(report.first_failure(), Some((1, Error::PduLength { bytes: len, min })));
            assert_eq!(report.failed(), 1);
            assert_eq!([first, last], expected);
            assert!(pdu.iter().all(|byte| *byte == 7));
        }
    }
}

/// Reordered, replayed or moved to another bearer, a PDU is not authentic.
#[test]
fn a_pdu_belongs_to_its_count_bearer_and_direction() {
    let id = |n| (EncryptionId::from_number(n).unwrap(), IntegrityId::from_number(n).unwrap());
    for (encryption, integrity) in (1..=3).map(id).filter(|(id, _)| id.is_supported()) {
        let with = |bearer, direction| {
            let nea = Nea::new(encryption, &[1; 16]).unwrap();
            Pdcp::new(nea, Nia::new(integrity, &[2; 16]).unwrap(), bearer, direction).unwrap()
        };
        let mut pdu = [9; 60];
        with(5, Direction::Uplink).protect(8, 3, &mut pdu).unwrap();
        for (pdcp, count, header, right) in [
            (with(5, Direction::Uplink), 8, 3, true),
            (with(5, Direction::Uplink), 9, 3, false),
            (with(6, Direction::Uplink), 8, 3, false),
            (with(5, Direction::Downlink), 8, 3, false),
            (with(5, Direction::Uplink), 8, 2, false),
        ] {
            let mut pdu = pdu;
            let verdict = pdcp.unprotect(count, header, &mut pdu);
            assert_eq!(verdict, if right { Ok(()) } else { Err(Error::Authentication) });
            assert!(pdu[header..56].iter().all(|byte| *byte == if right { 9 } else { 0 }));
        }
    }
}

#[test]
fn no_count_is_taken_twice() {
    let mut guard = TransmitGuard::starting_at(u32::MAX - 2);
    assert_eq!(guard.count(3), Err(Error::CountUsed { count: 3, next: u64::from(u32::MAX) - 2 }));
    assert_eq!(guard.count(u32::MAX - 1), Ok(u32::MAX - 1));
    assert!(guard.count(u32::MAX - 1).is_err() && guard.count(u32::MAX - 2).is_err());
    assert_eq!(guard.next_count(), Ok(u32::MAX));
    let error = Error::CountUsed { count: u32::MAX, next: 1 << 32 };
    assert_eq!((guard.next_count(), guard.count(u32::MAX)), (Err(error), Err(error)));
    assert!(guard.count(0).is_err() && error.to_string().contains("other keys"));

    let (mut guard, mut random, mut taken) = (TransmitGuard::new(), Random::new(4), vec![]);
    for _ in 0..1000 {
        let count = if random.below(2) == 0 {
            guard.next_count()
        } else {
            guard.count(random.below(500) as u32)
        };
        taken.extend(count.ok());
    }
    assert!(taken.len() > 10 && taken.is_sorted_by(|a, b| a < b));
}

#[test]
fn secrets_are_not_shown() {
    let nea = Nea::new(EncryptionId::Nea0, &[0xa7; 16]).unwrap();
    let pdcp = Pdcp::new(nea, None, 3, Direction::Uplink).unwrap();
    let shown = format!("{pdcp:?}");
    assert_eq!(
        shown,
        "Pdcp { encryption: Nea0, integrity: None, bearer: 3, direction: Uplink, .. }"
    );
}
