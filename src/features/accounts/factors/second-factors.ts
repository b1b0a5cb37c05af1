import type { Pool } from 'pg';
import type { UsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import type { LimitSubject } from '../../../adapters/secrets/limit-subjects.ts';
import type { SendText } from '../../../adapters/sms/outbox.ts';
import type { SealingKeys } from '../../../eventsourcing/sealing/sealing-keys.ts';
import type { SendAccountMail } from '../account-mail.ts';
import type { Devices } from '../devices.ts';
import type { Authenticate } from '../dialect/authenticated.ts';
import type { Endpoint } from '../dialect/endpoint.ts';
import { factorEndpoints } from '../dialect/factors.ts';
import { passkeyEndpoints } from '../dialect/passkeys.ts';
import { recoveryCodeEndpoints } from '../dialect/recovery-codes.ts';
import type { Reauthentication } from '../reauthentication.ts';
import type { Sessions } from '../sessions.ts';
import type { RecordSignIn } from '../sign-in-log.ts';
import { createCodeChallenges } from './code-challenges.ts';
import { createEnrolment } from './enrolment.ts';
import { createPasskeys } from './passkeys.ts';
import { createPhoneCodes, phoneCodeText } from './phone-codes.ts';
import { createRecovery, type Recovery } from './recovery.ts';
import { createRecoveryCodes } from './recovery-codes.ts';
import { createRelyingParty } from './relying-party.ts';
import { createTotpSecrets } from './totp-secrets.ts';

interface SecondFactorsDeps {
  readonly pool: Pool;
  readonly keys: SealingKeys;
  readonly sessions: Sessions;
  readonly authenticate: Authenticate;
  readonly reauthentication: Reauthentication;
  readonly counts: UsageCounts;
  /** Under which something is counted: a keyed hash. */
  readonly subject: LimitSubject;
  /** Whether a network address has limits, too. */
  readonly byAddress: boolean;
  /** What the hashes of codes are made with. */
  readonly codeKey: Buffer;
  readonly sendText: SendText;
  /** Whether a number, as E.164, is of a country that texts go to. */
  readonly isServed: (phone: string) => boolean;
  readonly sendMail: SendAccountMail;
  readonly record: RecordSignIn;
  readonly devices: Devices;
  readonly toE164: (phone: string) => string | null;
  readonly salonName: string;
  readonly publicUrl: string;
  readonly now: () => Date;
}

interface SecondFactors {
  readonly endpoints: readonly Endpoint[];
  readonly recovery: Recovery;
}

/** All that is asked for besides a password, put together. */
export function createSecondFactors(deps: SecondFactorsDeps): SecondFactors {
  const { pool, keys, sessions, authenticate, counts, subject, codeKey, salonName, publicUrl, now } = deps;
  const { sendMail, record, devices, reauthentication, isServed } = deps;
  const { host } = new URL(publicUrl);
  const secrets = createTotpSecrets(keys);
  const enrolment = createEnrolment({ pool, secrets, sessions, sendMail, record, salonName, isServed, now });
  const challenges = createCodeChallenges({
    pool,
    sessions,
    secrets,
    phoneCodes: createPhoneCodes(codeKey),
    counts,
    subject,
    byAddress: deps.byAddress,
    isServed,
    sendCode: (phone, code) => deps.sendText(phone, phoneCodeText(salonName, code, host)),
    sendMail,
    record,
    now,
  });
  const relyingParty = createRelyingParty(publicUrl, salonName);
  const passkeys = createPasskeys({ pool, sessions, relyingParty, sendMail, record, now });
  const codes = createRecoveryCodes(codeKey);
  const recovery = createRecovery({ pool, sessions, codes, record, counts, subject, now });
  const asked = { authenticate, sessions, devices, enrolment, reauthentication };
  return {
    recovery,
    endpoints: [
      // Before those with a factor's id in the same place of the path.
      ...recoveryCodeEndpoints({ ...asked, recovery }),
      ...factorEndpoints({ ...asked, challenges, toE164: deps.toE164 }),
      ...passkeyEndpoints({ ...asked, pool, passkeys }),
    ],
  };
}
