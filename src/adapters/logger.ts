import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

/** Names under which secrets and personal data travel; ids are all a log line needs. */
const SENSITIVE = [
  'password',
  'secret',
  'token',
  'management_token',
  'access_token',
  'refresh_token',
  'short_code',
  'code',
  'authorization',
  'cookie',
  'personal',
  'name',
  'first_name',
  'last_name',
  'customer_name',
  'email',
  'customer_email',
  'phone',
  'customer_phone',
  'notes',
  'message',
  'manage_url',
];

/**
 * Structured logs, one JSON object a line, on stderr: stdout is for the few lines meant for people.
 *
 * The censor is a net under a rule, not the rule: nobody hands personal data or tokens to the log.
 */
export function createLogger(level: LogLevel, stream: DestinationStream = destination(2)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // One level down only: at the top, `name` and `code` are an error's or a problem's.
      redact: { paths: SENSITIVE.map((field) => `*.${field}`), censor: '[redacted]' },
      serializers: { err: describeError },
    },
    stream,
  );
}

/** Postgres's data and constraint errors (classes 22 and 23), whose messages quote values of rows. */
const QUOTES_ROWS = /^2[23][0-9A-Z]{3}$/;

/**
 * Whether an error's message may quote what a person typed. The language's own errors do (`JSON.parse`, `BigInt` and
 * `in` show the value they failed on), and so do a schema's and Postgres's about values.
 */
const mayQuote = (error: Error, code: string | undefined) =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  error instanceof URIError ||
  error.name === 'ZodError' ||
  (code !== undefined && QUOTES_ROWS.test(code));

/**
 * What a log may know of an error: its type, code and place, and its message where that can't hold personal data. Our
 * own errors name streams, revisions and settings. Every error is logged by this alone, as `logger.error({ err }, …)`.
 */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? String(error.code) : undefined;
  return {
    type: error.name,
    kind: code,
    ...(mayQuote(error, code) ? {} : { reason: error.message }),
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
