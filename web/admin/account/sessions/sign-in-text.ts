import type { SIGN_IN_KINDS } from '../../../../src/contracts/accounts/accounts.ts';

const TEXTS: Readonly<Record<(typeof SIGN_IN_KINDS)[number], string>> = {
  'signed-up': 'Account created',
  'signed-in': 'Signed in',
  'wrong-password': 'Wrong password entered',
  'email-not-confirmed': 'Tried before the email’s link was opened there',
  'link-opened': 'Link opened',
  'signed-out': 'Signed out',
  'refresh-token-reused': 'Signed out for safety: a session was used twice',
  'password-changed': 'Password changed',
  'email-changed': 'Email address changed',
  'recovery-asked': 'Link for a new password asked for',
  'second-factor-passed': 'Second factor accepted',
  'second-factor-failed': 'Wrong code entered',
  'second-factor-added': 'Second factor added',
  'second-factor-removed': 'Second factor removed',
  'admin-granted': 'Given a role in the salon',
  'admin-revoked': 'Role in the salon taken away',
  'api-key-made': 'API key made',
  'api-key-revoked': 'API key revoked',
  'webhook-made': 'Webhook added',
  'webhook-moved': 'Address of a webhook changed',
  'webhook-secret-made': 'New secret made for a webhook',
  'webhook-removed': 'Webhook removed',
  'calendar-address-made': 'Private calendar address made',
  'calendar-address-ended': 'Private calendar address ended',
};

const WAYS: Readonly<Record<string, string>> = {
  password: 'by password',
  webauthn: 'by passkey',
  oauth: 'by another service',
  otp: 'by a link',
  recovery: 'by a link to a new password',
  invite: 'by an invitation',
};

/** Named by what they do and not as mails, since an operator can create a password link without one. */
const LINKS: Readonly<Record<string, string>> = {
  confirmation: 'Link that confirms the address opened',
  email_change: 'Link that confirms a new address opened',
  recovery: 'Link to a new password opened',
  invitation: 'Invitation opened',
};

/** Describes a sign-in, and names the key or webhook that it is about. Kinds that only a newer server knows get a general text. */
export function signInText(kind: string, method: string | null, thing: string | null = null): string {
  const known = Object.entries(TEXTS).find(([one]) => one === kind)?.[1];
  if (known === undefined) return 'Account used';
  if (thing !== null) return `${known}: “${thing}”`;
  if (kind === 'link-opened' && method !== null) return LINKS[method] ?? known;
  const way = method === null ? undefined : WAYS[method];
  return kind === 'signed-in' && way !== undefined ? `${known} ${way}` : known;
}
