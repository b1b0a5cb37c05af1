import type { Pool } from 'pg';
import type { UsageCounts } from '../../adapters/postgres/usage-counts.ts';
import type { LimitSubject } from '../../adapters/secrets/limit-subjects.ts';
import type { SenderHashesOf } from '../../adapters/secrets/sender-hashes.ts';
import type { AccountLimits } from './limits.ts';
import type { SendAccountMail } from './mails/mails.ts';
import type { OneTimeTokens } from './mails/one-time-tokens.ts';
import type { KnownAddresses } from './sessions/known-addresses.ts';
import type { Reauthentication } from './sessions/reauthentication.ts';
import type { Sessions } from './sessions/sessions.ts';
import type { SignInCodes } from './sessions/sign-in-codes.ts';
import type { RecordSignIn } from './sessions/sign-in-events.ts';
import type { Authenticate } from './sessions/signed-in.ts';
import type { Passwords } from './users/passwords.ts';

/** The dependencies of the accounts' endpoints. `compose.ts` makes them. */
export interface AccountsContext {
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly authenticate: Authenticate;
  readonly reauthentication: Reauthentication;
  readonly passwords: Passwords;
  readonly signInCodes: SignInCodes;
  readonly knownAddresses: KnownAddresses;
  readonly hashesOf: SenderHashesOf;
  readonly limits: AccountLimits;
  readonly counts: UsageCounts;
  /** Makes the keyed hash under which something is counted. */
  readonly subject: LimitSubject;
  /** Whether there are also limits per network address. */
  readonly byAddress: boolean;
  readonly linkTokens: OneTimeTokens;
  readonly sendMail: SendAccountMail;
  readonly record: RecordSignIn;
  readonly publicUrl: string;
  readonly now: () => Date;
}
