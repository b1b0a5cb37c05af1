import { isIP } from 'node:net';
import type { Pool } from 'pg';
import { parseSender } from '../../adapters/mail/sender.ts';
import { passwordHashing } from '../../adapters/password-hashing.ts';
import type { SalonProfile } from '../../adapters/salon-profile/profile.ts';
import { StartupError } from '../../adapters/startup-error.ts';
import { createOneTimeTokens } from '../../features/accounts/mails/one-time-tokens.ts';
import { AuthError } from '../../features/accounts/supabase-protocol/auth-errors.ts';
import { provideFirstAdmin } from '../../features/accounts/users/first-admin.ts';
import type { AppContext } from '../context.ts';

/**
 * The first admin's e-mail address if `ADMIN_EMAIL` isn't set: the salon's own address, else one on the site's host. Whoever has
 * signed in can change it.
 */
export function firstAdminEmail(links: SalonProfile['links'], publicUrl: string): string {
  const [, contact = ''] = /^mailto:([^?]+)/.exec(links.contact) ?? [];
  const { hostname } = new URL(publicUrl);
  const isName = hostname.includes('.') && isIP(hostname) === 0;
  return (
    parseSender(decodeURIComponent(contact))?.address ?? `admin@${isName ? hostname : 'salon.localhost'}`
  );
}

/**
 * If the salon has no admin yet, creates the one that the settings name, or prints a link by which the operator becomes one.
 *
 * @throws StartupError when `ADMIN_PASSWORD` is too weak
 */
export async function welcomeFirstAdmin(
  pool: Pool,
  { config, publicUrl, secretKey, now, say }: AppContext,
  { links }: Pick<SalonProfile, 'links'>,
): Promise<void> {
  const email = config.adminEmail ?? firstAdminEmail(links, publicUrl);
  const admin = await provideFirstAdmin(
    {
      pool,
      linkTokens: createOneTimeTokens(secretKey, now),
      hashPassword: passwordHashing().hash,
      publicUrl,
      now,
    },
    { email, isMadeUp: config.adminEmail === undefined, password: config.adminPassword },
  ).catch((error: unknown) => {
    const isWeak = error instanceof AuthError && error.code === 'weak_password';
    throw isWeak ? new StartupError(`ADMIN_PASSWORD is too weak: ${error.message}`) : error;
  });
  if (admin.is === 'made') say(`${email} administers the salon now, with ADMIN_PASSWORD.`);
  if (admin.is !== 'invited') return;
  const what =
    config.adminEmail === undefined ? 'become its first administrator' : `choose the password of ${email}`;
  say(`Nobody administers the salon yet. Within 30 minutes, and once, ${what} at`);
  say(`  ${admin.url}`);
}
