import type { Pool } from 'pg';
import { AuthError } from './auth-error.ts';
import { LINKS_TO_PASSWORDS, SECOND_FACTORS } from './auth-methods.ts';
import type { Device } from './devices.ts';
import type { SignedIn } from './dialect/authenticated.ts';
import { assuredBy, requireSecondFactorIfAny } from './factors/assurance.ts';
import { isFresh, lastShown } from './freshness.ts';
import type { AccountLimits } from './limits.ts';
import type { Passwords } from './passwords.ts';
import { hasFactorOfBefore } from './store/factors.ts';

/** Whoever finds an open browser must not be able to take the account over. */
export interface Reauthentication {
  /** Whether somebody has just signed in, or shown a second factor. */
  isFresh(signedIn: SignedIn): boolean;
  /**
   * Before a way to sign in is added.
   *
   * @throws AuthError `insufficient_aal`, `reauthentication_needed`
   */
  requireFresh(signedIn: SignedIn): Promise<void>;
  /**
   * Before the password or the address is replaced: by the current password, or by a second factor that has just been shown. A link
   * that leads to a new password stands in for the one that is forgotten.
   *
   * @throws AuthError `insufficient_aal`, `reauthentication_needed`, `invalid_credentials`
   */
  requireOwner(
    signedIn: SignedIn,
    given: {
      readonly currentPassword: string | null | undefined;
      readonly replaces: 'password' | 'email';
      readonly device: Device;
    },
  ): Promise<void>;
}

interface ReauthenticationDeps {
  readonly pool: Pool;
  readonly passwords: Passwords;
  readonly limits: AccountLimits;
  readonly now: () => Date;
}

/** A second factor must be as old to stand in for the password: whoever has found an open browser may have just added one. */
const SETTLED_MS = 86_400_000;

export function createReauthentication(deps: ReauthenticationDeps): Reauthentication {
  const { pool, passwords, limits, now } = deps;
  const hasJustShown = ({ amr }: SignedIn, methods?: readonly string[]) =>
    isFresh(lastShown(amr, methods), now());

  async function checkPassword({ user }: SignedIn, password: string, { address }: Device) {
    const guess = await limits.countGuess({ email: user.email, address, knownDevice: user.id });
    if (!(await passwords.verify(password, user.passwordHash)))
      throw new AuthError('invalid_credentials', { text: 'The current password is not right.' });
    await guess.takeBack();
  }

  async function isProven(signedIn: SignedIn, replaces: 'password' | 'email'): Promise<boolean> {
    const { user, aal } = signedIn;
    if (replaces === 'password' && hasJustShown(signedIn, LINKS_TO_PASSWORDS)) return true;
    if (user.passwordHash === null) return hasJustShown(signedIn);
    if (aal !== 'aal2' || !hasJustShown(signedIn, SECOND_FACTORS)) return false;
    return hasFactorOfBefore(pool, user.id, new Date(now().getTime() - SETTLED_MS));
  }

  return {
    isFresh: (signedIn) => hasJustShown(signedIn),

    async requireFresh(signedIn) {
      await requireSecondFactorIfAny(pool, assuredBy(signedIn));
      if (!hasJustShown(signedIn)) throw new AuthError('reauthentication_needed');
    },

    async requireOwner(signedIn, { currentPassword, replaces, device }) {
      await requireSecondFactorIfAny(pool, assuredBy(signedIn));
      if (currentPassword != null) await checkPassword(signedIn, currentPassword, device);
      else if (!(await isProven(signedIn, replaces))) throw new AuthError('reauthentication_needed');
    },
  };
}
