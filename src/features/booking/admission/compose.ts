import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../../adapters/config.ts';
import { postgresSourceSalts } from '../../../adapters/postgres/source-salts.ts';
import { createUsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import { createProofOfWork } from '../../../adapters/proof-of-work.ts';
import type { SalonProfile } from '../../../adapters/salon-profile/profile.ts';
import { deriveKey } from '../../../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../../../adapters/secrets/limit-subjects.ts';
import type { BookingRecords } from '../../../contracts/bookings/booking-records.ts';
import type { EventStore } from '../../../eventsourcing/event-store.ts';
import { type Admission, createAdmission } from './admission.ts';
import { type CodeSendingDeps, createCodeSending } from './codes/code-sending.ts';
import { createCodeStore } from './codes/code-store.ts';
import { createContactCodes } from './codes/contact-codes.ts';
import { createRush, type Rush } from './rush/rush.ts';
import { createSources } from './sources.ts';

export interface AdmissionParts {
  readonly log: EventStore;
  readonly pool: Pool;
  readonly config: Pick<Config, 'bookingLimitPerHour'>;
  readonly secretKey: string;
  readonly profile: Pick<SalonProfile, 'booking_limits' | 'hold_limits'>;
  /** The bookings' read model. */
  readonly records: BookingRecords;
  /** The senders of codes. */
  readonly codeSenders: CodeSendingDeps;
  readonly logger: Pick<Logger, 'warn'>;
  now(): Date;
}

/** Makes the admission, which decides whether a visitor's booking is admitted, and the rush, which influences that. */
export function composeAdmission(parts: AdmissionParts): {
  readonly admission: Admission;
  readonly rush: Rush;
} {
  const { log, pool, config, secretKey, profile, records, codeSenders, logger, now } = parts;
  const { booking_limits: bookingLimits, hold_limits: holdLimits } = profile;
  const { bookingLimitPerHour } = config;
  const rush = createRush({ log, records, limits: bookingLimits, isOff: bookingLimitPerHour === 0 });
  const admission = createAdmission({
    counts: createUsageCounts(pool),
    subjectOf: limitSubjects(deriveKey(secretKey, 'booking-limit/v1')),
    sourcesOf: createSources(deriveKey(secretKey, 'booking-source/v1'), postgresSourceSalts(pool), now),
    records,
    rush,
    proofOfWork: createProofOfWork(deriveKey(secretKey, 'proof-of-work/v1')),
    codes: createContactCodes({
      store: createCodeStore(pool),
      counts: createUsageCounts(pool),
      subject: limitSubjects(deriveKey(secretKey, 'booking-code-contact/v1')),
      key: deriveKey(secretKey, 'booking-code/v1'),
      ...createCodeSending(codeSenders),
      logger,
      now,
    }),
    bookingLimits,
    holdLimits,
    contactPerHour: bookingLimitPerHour,
    now,
  });
  return { admission, rush };
}
