/** The advice about a failure, by the code of the sign-in service. Messages that say it themselves have none. */
const ADVICE: Readonly<Record<string, string>> = {
  weak_password: 'A few words together are easy to remember and hard to guess.',
  same_password: 'If you want to keep it, there is nothing to change.',
  email_not_confirmed: 'Please open the link in our first email; then you can sign in.',
  provider_email_needs_verification:
    'Please confirm it there, or sign in here with your email and a password.',
  mfa_factor_name_conflict: 'Please give it another name.',
  too_many_enrolled_mfa_factors: 'Please remove one that you no longer use first.',
  too_many_passkeys: 'Please remove one that you no longer use first.',
  sms_send_failed: 'Please check the number, or use an authenticator app instead.',
  webauthn_verification_failed: 'Please try again, or sign in another way.',
  webauthn_credential_not_found: 'It may have been removed from your account. Please sign in another way.',
  unexpected_failure: 'Please try again. If it happens again, give us a call.',
};

/** `a minute`, `15 minutes`, `3 hours`: rounded up, since trying too early counts again. */
export function waitText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 1) return 'a minute';
  return minutes < 100 ? `${minutes} minutes` : `${Math.ceil(minutes / 60)} hours`;
}

/** @param wait for how many seconds the server refuses more of the same */
export function adviceFor(code: string | undefined, wait: number | undefined): string | undefined {
  if (wait !== undefined) return `Please try again in ${waitText(wait)}.`;
  return code === undefined ? undefined : ADVICE[code];
}
