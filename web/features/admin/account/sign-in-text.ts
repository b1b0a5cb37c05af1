const TEXTS: Readonly<Record<string, string>> = {
  'signed-up': 'Account created',
  'signed-in': 'Signed in',
  'wrong-password': 'Wrong password entered',
  'email-not-confirmed': 'Tried before the email’s link was opened there',
  'link-opened': 'Link from an email opened',
  'signed-out': 'Signed out',
  'refresh-token-reused': 'Signed out for safety: a session was used twice',
  'password-changed': 'Password changed',
  'email-changed': 'Email address changed',
  'recovery-asked': 'Link for a new password asked for',
  'second-factor-passed': 'Second factor accepted',
  'second-factor-failed': 'Wrong code entered',
  'second-factor-added': 'Second factor added',
  'second-factor-removed': 'Second factor removed',
  'admin-granted': 'Made an administrator',
  'admin-revoked': 'No administrator any more',
};

const WAYS: Readonly<Record<string, string>> = {
  password: 'by password',
  webauthn: 'by passkey',
  oauth: 'by another service',
  otp: 'by the link of an email',
  recovery: 'by the link of an email',
  invite: 'by an invitation',
};

/** What happened at a sign-in. Kinds that a newer server may add are shown as it calls them. */
export function signInText(kind: string, method: string | null): string {
  const text = TEXTS[kind] ?? kind;
  const way = method === null ? undefined : WAYS[method];
  return kind === 'signed-in' && way !== undefined ? `${text} ${way}` : text;
}
