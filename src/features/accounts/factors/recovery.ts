import type { Pool } from 'pg';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import type { UsageCounts } from '../../../adapters/postgres/usage-counts.ts';
import { RECOVERY_CODE_METHOD as METHOD } from '../auth-methods.ts';
import type { Place } from '../devices.ts';
import type { IssuedSession, Sessions } from '../sessions.ts';
import type { RecordSignIn } from '../sign-in-log.ts';
import { needsSecondFactor } from '../store/factors.ts';
import { replaceRecoveryCodes, spendRecoveryCode } from '../store/recovery-codes.ts';
import { lockedUser } from '../store/users.ts';
import type { Assured } from './assurance.ts';
import type { Guesser } from './guessers.ts';
import type { RecoveryCodes } from './recovery-codes.ts';
import { isWrong, resultOf, tryCode } from './tries.ts';

/** Why no codes are made. */
type NoRecoveryCodes = 'no-second-factor' | 'second-factor-needed' | 'not-fresh';

/** The way in for somebody whose second factor is lost. */
export interface Recovery {
  /** Makes new codes in the place of all earlier ones. They can be shown this once. */
  renew(
    session: Pick<Assured, 'userId' | 'aal'> & { readonly isFresh: boolean },
  ): Promise<readonly string[] | NoRecoveryCodes>;
  /**
   * Uses a code up and raises the session to aal2.
   *
   * @param guesser whom a wrong code counts for
   * @throws AuthError `mfa_verification_failed`, `mfa_recovery_codes_locked`
   */
  use(session: Assured, typed: string, place: Place, guesser: Guesser): Promise<IssuedSession>;
}

interface RecoveryDeps {
  readonly pool: Pool;
  readonly sessions: Sessions;
  readonly codes: RecoveryCodes;
  readonly record: RecordSignIn;
  readonly counts: UsageCounts;
  /** The keyed hash under which something is counted. */
  readonly subject: (...what: readonly string[]) => string;
  readonly now: () => Date;
}

export function createRecovery({
  pool,
  sessions,
  codes,
  record,
  counts,
  subject,
  now,
}: RecoveryDeps): Recovery {
  return {
    renew: ({ userId, aal, isFresh }) =>
      withTransaction(pool, async (db) => {
        await lockedUser(db, userId);
        if (!(await needsSecondFactor(db, userId))) return 'no-second-factor';
        // A fresh password isn't enough: codes would turn it into a second factor.
        if (aal !== 'aal2') return 'second-factor-needed';
        // With them, whoever has found an open browser would come back after it is closed.
        if (!isFresh) return 'not-fresh';
        const made = codes.make();
        await replaceRecoveryCodes(
          db,
          userId,
          made.map((code) => codes.hashOf(userId, code)),
        );
        return made;
      }),

    async use(session, typed, place, guesser) {
      const { userId } = session;
      const hash = codes.hashOf(userId, typed);
      const tried = await tryCode(counts, subject('recovery code', userId, ...guesser.countedAs), () =>
        withTransaction(pool, async (db) => {
          await lockedUser(db, userId);
          if (!(await spendRecoveryCode(db, userId, hash, now()))) return null;
          await record({ kind: 'second-factor-passed', place, userId, method: METHOD }, db);
          return sessions.raise(db, session, METHOD);
        }),
      );
      if (isWrong(tried)) await record({ kind: 'second-factor-failed', place, userId, method: METHOD });
      return resultOf(tried, 'mfa_recovery_codes_locked', guesser);
    },
  };
}
