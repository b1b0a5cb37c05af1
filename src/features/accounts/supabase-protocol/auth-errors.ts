import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { ProblemCode } from '../../../contracts/problem.ts';
import { noteFailure } from '../../../http/problem-details.ts';

/** The error codes that the auth client knows, each with its status and default text. */
const AUTH_ERRORS = {
  validation_failed: { status: 400, text: 'The request is not valid.' },
  bad_json: { status: 400, text: 'The body is not valid JSON.' },
  weak_password: { status: 422, text: 'Please choose a stronger password.' },
  same_password: { status: 422, text: 'The new password must differ from the old one.' },
  invalid_credentials: { status: 400, text: 'Invalid login credentials' },
  email_not_confirmed: { status: 400, text: 'Email not confirmed' },
  otp_expired: { status: 403, text: 'Email link is invalid or has expired' },
  no_authorization: { status: 401, text: 'Please sign in.' },
  bad_jwt: { status: 403, text: 'Your sign-in is not valid. Please sign in again.' },
  session_not_found: { status: 403, text: 'Your session has ended. Please sign in again.' },
  refresh_token_not_found: { status: 400, text: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { status: 400, text: 'Invalid Refresh Token: Already Used' },
  flow_state_not_found: { status: 404, text: 'This sign-in is not known. Please start again.' },
  flow_state_expired: { status: 403, text: 'This sign-in took too long. Please start again.' },
  bad_code_verifier: { status: 403, text: 'This sign-in was started in another browser.' },
  reauthentication_needed: {
    status: 400,
    text: 'Please enter your current password, or sign in again, to change this.',
  },
  bad_oauth_state: { status: 400, text: 'This sign-in is not known. Please start again.' },
  access_denied: { status: 400, text: 'You have not allowed the sign-in.' },
  bad_oauth_callback: { status: 400, text: 'The other service did not confirm the sign-in.' },
  oauth_provider_not_supported: { status: 400, text: 'This way of signing in is not offered.' },
  provider_email_needs_verification: {
    status: 422,
    text: 'The other service has not verified this email address.',
  },
  mfa_factor_not_found: { status: 404, text: 'This second factor was not found.' },
  mfa_factor_name_conflict: { status: 422, text: 'You have a second factor of this name already.' },
  too_many_enrolled_mfa_factors: { status: 422, text: 'You have as many second factors as are possible.' },
  mfa_verified_factor_exists: { status: 422, text: 'This phone is a second factor of yours already.' },
  insufficient_aal: { status: 403, text: 'Please enter the code of your second factor first.' },
  mfa_challenge_expired: { status: 422, text: 'This code has expired. Please ask for a new one.' },
  mfa_verification_failed: { status: 422, text: 'This code is not right.' },
  mfa_recovery_codes_locked: { status: 429, text: 'Too many tries. Please wait a moment.' },
  webauthn_challenge_expired: { status: 422, text: 'This took too long. Please try again.' },
  webauthn_verification_failed: { status: 422, text: 'This passkey was not accepted.' },
  webauthn_credential_exists: { status: 422, text: 'This passkey is registered already.' },
  webauthn_credential_not_found: { status: 404, text: 'This passkey was not found.' },
  too_many_passkeys: { status: 422, text: 'You have as many passkeys as are possible.' },
  sms_send_failed: { status: 422, text: 'The code could not be sent.' },
  phone_country_not_served: {
    status: 422,
    text: 'No codes are texted to numbers of this country or kind. Please use another number, an authenticator app or a passkey.',
  },
  over_request_rate_limit: { status: 429, text: 'Too many requests. Please wait a moment.' },
  over_email_send_rate_limit: { status: 429, text: 'Too many emails were asked for. Please wait a while.' },
  over_sms_send_rate_limit: { status: 429, text: 'Too many codes were asked for. Please wait a while.' },
  not_found: { status: 404, text: 'There is nothing here.' },
  payload_too_large: { status: 413, text: 'The request is too large.' },
  unsupported_media_type: { status: 415, text: 'Please send JSON, not compressed.' },
  request_timeout: { status: 503, text: 'The service is not available right now. Please try again.' },
  unexpected_failure: { status: 500, text: 'Something went wrong on our side.' },
} as const satisfies Record<string, { status: number; text: string }>;

export type AuthErrorCode = keyof typeof AUTH_ERRORS;

interface AuthErrorDetails {
  /** A text that replaces the code's default text. */
  readonly text?: string | undefined;
  /** The seconds after which to try again. */
  readonly retryAfterSeconds?: number | undefined;
  /** For `weak_password`: the reasons, such as `length` or `pwned`. */
  readonly reasons?: readonly string[] | undefined;
}

/** A refusal of a call of the auth client. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly code: AuthErrorCode;
  readonly status: number;
  readonly retryAfterSeconds: number | undefined;
  readonly reasons: readonly string[] | undefined;
  constructor(code: AuthErrorCode, { text, retryAfterSeconds, reasons }: AuthErrorDetails = {}) {
    super(text ?? AUTH_ERRORS[code].text);
    this.code = code;
    this.status = AUTH_ERRORS[code].status;
    this.retryAfterSeconds =
      retryAfterSeconds === undefined ? undefined : Math.max(1, Math.ceil(retryAfterSeconds));
    this.reasons = reasons;
  }
}

const API_VERSION = '2024-01-01';

/** The protocol's codes for errors that come from the HTTP layer and not from an endpoint. */
const CODE_OF_PROBLEM: { readonly [Code in ProblemCode]?: AuthErrorCode } = {
  'validation-failed': 'validation_failed',
  'malformed-body': 'bad_json',
  'payload-too-large': 'payload_too_large',
  'unsupported-media-type': 'unsupported_media_type',
  // The client would throw its session away for 429.
  'too-many-requests': 'request_timeout',
  'not-found': 'not_found',
  unavailable: 'request_timeout',
};

/** Sends an error in the newer format to clients that name a version of the API, and in the older format to others. */
function sendAuthError(
  res: Response,
  { code, status, message, retryAfterSeconds, reasons }: AuthError,
): void {
  const weakness = reasons && { weak_password: { reasons, message } };
  const isVersioned = res.req.get('X-Supabase-Api-Version') !== undefined;
  if (isVersioned) res.set('X-Supabase-Api-Version', API_VERSION);
  if (retryAfterSeconds !== undefined) res.set('Retry-After', String(retryAfterSeconds));
  if (status === 401) res.set('WWW-Authenticate', 'Bearer');
  res.status(status).set('Cache-Control', 'no-store');
  res.json(
    isVersioned
      ? { code, message, ...weakness }
      : { code: status, error_code: code, msg: message, ...weakness },
  );
}

/** Turns every error of a call into a response of the protocol. */
export function authErrorHandler(logger: Pick<Logger, 'error'>): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) return next(error);
    if (error instanceof AuthError) return sendAuthError(res, error);
    const { code, retryAfterSeconds } = noteFailure(error, req, res, logger);
    sendAuthError(res, new AuthError(CODE_OF_PROBLEM[code] ?? 'unexpected_failure', { retryAfterSeconds }));
  };
}
