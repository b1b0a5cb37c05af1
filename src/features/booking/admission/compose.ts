import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '../../../adapters/config.ts';
import { postgresSourceSalts } from '../../../adapters/postgres/source-salts.ts';
import { createUsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import { deriveKey } from '../../../adapters/secrets/derived-keys.ts';
import { limitSubjects } from '../../../adapters/secrets/limit-subjects.ts';
import { createSenderHashes } from '../../../adapters/secrets/sender-hashes.ts';
import type { BookingRecords } from '../../../contracts/bookings/booking-records.ts';
import { type Admission, createAdmission } from './admission.ts';
import { type CodeSendingDeps, createCodeSending } from './codes/code-sending.ts';
import { createCodeStore } from './codes/code-store.ts';
import { createContactCodes } from './codes/contact-codes.ts';

export interface AdmissionComposeDeps {
  readonly pool: Pool;
  readonly config: Pick<Config, 'bookingLimitPerHour'>;
  readonly secretKey: string;
  /** The bookings' read model. */
  readonly records: BookingRecords;
  readonly codeSenders: CodeSendingDeps;
  readonly logger: Pick<Logger, 'warn'>;
  now(): Date;
}

/** Makes the admission, which decides whether a visitor's booking or hold is admitted. */
export function composeAdmission(deps: AdmissionComposeDeps): Admission {
  const { pool, config, secretKey, records, codeSenders, logger, now } = deps;
  const counts = createUsageCounts(pool);
  return createAdmission({
    counts,
    subjectOf: limitSubjects(deriveKey(secretKey, 'booking-limit/v1')),
    hashesOf: createSenderHashes(deriveKey(secretKey, 'booking-source/v1'), postgresSourceSalts(pool), now),
    records,
    codes: createContactCodes({
      store: createCodeStore(pool),
      counts,
      subject: limitSubjects(deriveKey(secretKey, 'booking-code-contact/v1')),
      key: deriveKey(secretKey, 'booking-code/v1'),
      ...createCodeSending(codeSenders),
      logger,
      now,
    }),
    perHour: config.bookingLimitPerHour,
    now,
  });
}
