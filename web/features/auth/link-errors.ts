/** Texts for errors of a link or of another sign-in service, by the server's code. */
const TEXTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    otp_expired: 'Email link is invalid or has expired',
    access_denied: 'You have not allowed the sign-in.',
    bad_oauth_callback: 'The other service did not confirm the sign-in.',
    bad_oauth_state: 'This sign-in is not known. Please start again.',
    flow_state_expired: 'This sign-in took too long. Please start again.',
    oauth_provider_not_supported: 'This way of signing in is not offered.',
    provider_email_needs_verification: 'The other service has not verified this e-mail address.',
    email_not_confirmed:
      'This address has an account that is not confirmed. Please open the link in our mail first.',
    over_request_rate_limit: 'Too many requests. Please wait a moment.',
    request_timeout: 'The service is not available right now. Please try again.',
  }),
);

export const linkErrorText = (code: string): string => TEXTS.get(code) ?? 'This link does not work.';
