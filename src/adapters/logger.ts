import { type DestinationStream, destination, type Logger, pino } from 'pino';
import type { LogLevel } from './config.ts';

/** Names of fields with secrets and personal data; a log line needs ids only. */
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
 * The redaction is only a safety net: code must not log personal data or tokens in the first place.
 */
export function createLogger(level: LogLevel, stream: DestinationStream = destination(2)): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // Only in nested objects: at the top level, `name` and `code` belong to an error or a problem.
      redact: { paths: SENSITIVE.map((field) => `*.${field}`), censor: '[redacted]' },
      serializers: { err: describeError },
    },
    stream,
  );
}

/** Postgres's data and constraint errors (classes 22 and 23), whose messages quote values of rows. */
const QUOTES_ROWS = /^2[23][0-9A-Z]{3}$/;

/**
 * Whether an error's message may quote what a person typed. JavaScript's own errors may (`JSON.parse`, `BigInt` and `in`
 * quote the value they failed on), and so may errors of schemas, and Postgres's errors about values.
 */
const mayQuote = (error: Error, code: string | undefined) =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  error instanceof URIError ||
  error.name === 'ZodError' ||
  (code !== undefined && QUOTES_ROWS.test(code));

/**
 * What is logged of an error: its type, code and stack, and its message where that can't hold personal data. Our own
 * errors name streams, revisions and settings. Every error is logged in this shape, as `logger.error({ err }, …)`.
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
