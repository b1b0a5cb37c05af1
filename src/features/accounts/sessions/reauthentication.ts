import type { Pool } from 'pg';
import { isFresh } from '../../../http/operation/caller.ts';
import { hasFactorOfBefore } from '../factors/factors.ts';
import type { AccountLimits } from '../limits.ts';
import { AuthError } from '../supabase-protocol/auth-errors.ts';
import type { Passwords } from '../users/passwords.ts';
import { isInvited } from '../users/staff.ts';
import { LINKS_TO_PASSWORDS, lastShown, SECOND_FACTORS } from './auth-methods.ts';
import type { Device } from './devices.ts';
import { requireSecondFactorIfAny, type SignedIn } from './signed-in.ts';

export type Reauthentication = ReturnType<typeof createReauthentication>;

interface OwnerProof {
  readonly currentPassword: string | null | undefined;
  readonly replaces: 'password' | 'email';
  readonly device: Device;
}

interface ReauthenticationDeps {
  readonly pool: Pool;
  readonly passwords: Passwords;
  readonly limits: AccountLimits;
  readonly now: () => Date;
}

/**
 * Users may show a second factor instead of the current password only if the factor is this old: a stranger at an open browser may
 * just have added one.
 */
const SETTLED_MS = 86_400_000;

/** Asks users to prove again who they are, so that nobody who finds an open browser can take over the account. */
export function createReauthentication(deps: ReauthenticationDeps) {
  const { pool, passwords, limits, now } = deps;
  const hasJustShown = ({ amr }: SignedIn, methods?: readonly string[]) =>
    isFresh(lastShown(amr, methods), now());

  async function checkPassword({ user }: SignedIn, password: string, { address }: Device) {
    const guess = await limits.countGuess({ email: user.email, address, userId: user.id });
    if (!(await passwords.verify(password, user.passwordHash)))
      throw new AuthError('invalid_credentials', { text: 'The current password is not right.' });
    await guess.isRight();
  }

  async function isProven(signedIn: SignedIn, replaces: 'password' | 'email'): Promise<boolean> {
    const { user, aal } = signedIn;
    if (replaces === 'password' && hasJustShown(signedIn, LINKS_TO_PASSWORDS)) return true;
    if (user.passwordHash === null) {
      // Somebody invited has nothing to show but the link by which the session began.
      return hasJustShown(signedIn) || (replaces === 'password' && (await isInvited(pool, user.id)));
    }
    if (aal !== 'aal2' || !hasJustShown(signedIn, SECOND_FACTORS)) return false;
    return hasFactorOfBefore(pool, user.id, new Date(now().getTime() - SETTLED_MS));
  }

  return {
    /** Whether the user has just signed in or shown a second factor. */
    isFresh: (signedIn: SignedIn): boolean => hasJustShown(signedIn),

    /**
     * Call it before a way to sign in is added.
     *
     * @throws AuthError `insufficient_aal`, `reauthentication_needed`
     */
    async requireFresh(signedIn: SignedIn): Promise<void> {
      await requireSecondFactorIfAny(pool, signedIn);
      if (!hasJustShown(signedIn)) throw new AuthError('reauthentication_needed');
    },

    /**
     * Call it before the password or the address is replaced. The user must enter the current password, or have just shown a second
     * factor, or have come by a link for choosing a new password because they had forgotten it.
     *
     * @throws AuthError `insufficient_aal`, `reauthentication_needed`, `invalid_credentials`
     */
    async requireOwner(signedIn: SignedIn, { currentPassword, replaces, device }: OwnerProof): Promise<void> {
      await requireSecondFactorIfAny(pool, signedIn);
      if (currentPassword != null) await checkPassword(signedIn, currentPassword, device);
      else if (!(await isProven(signedIn, replaces))) throw new AuthError('reauthentication_needed');
    },
  };
}
