import type { ErrorRequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { PROBLEMS, type ProblemCode } from '../../../contracts/problem.ts';
import { problemCodeOf } from '../../../http/problem-details.ts';
import { contextOf } from '../../../http/request-context.ts';
import { AuthError, type AuthErrorCode } from '../auth-error.ts';

const API_VERSION = '2024-01-01';

/** The codes of errors that no endpoint throws itself. */
const CODE_OF_PROBLEM: { readonly [Code in ProblemCode]?: AuthErrorCode } = {
  'validation-failed': 'validation_failed',
  'malformed-body': 'bad_json',
  'payload-too-large': 'payload_too_large',
  'unsupported-media-type': 'unsupported_media_type',
  'too-many-requests': 'over_request_rate_limit',
  'not-found': 'not_found',
  unavailable: 'request_timeout',
};

/** In the newer format for clients that name a version of the API, else in the older one. */
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

/** The one place where an error of the dialect becomes a response. */
export function authErrorHandler(logger: Pick<Logger, 'error'>): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) return next(error);
    if (error instanceof AuthError) return sendAuthError(res, error);
    const problem = problemCodeOf(error, req);
    const refused = new AuthError(CODE_OF_PROBLEM[problem] ?? 'unexpected_failure', {
      retryAfterSeconds: error?.retryAfterSeconds ?? (problem === 'unavailable' ? 1 : undefined),
    });
    const context = contextOf(res);
    context.problem = problem;
    if (PROBLEMS[problem].status >= 500) {
      const { correlationId } = context;
      logger.error({ err: error, problem, method: req.method, correlationId }, 'A request failed.');
    }
    sendAuthError(res, refused);
  };
}
