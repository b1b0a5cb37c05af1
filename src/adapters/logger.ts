import { type DestinationStream, destination, type Logger, pino } from 'pino';
import { WrongLog } from '../eventsourcing/event-store.ts';
import type { LogLevel } from './config.ts';
import { outageOf } from './store-outage.ts';

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

/** Pino's number for it. Such a line is never left out. */
const FATAL = 60;

const errorIn = (fields: unknown): unknown =>
  typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined;

/**
 * Structured logs, one JSON object a line. They go to stderr, since stdout is for the few lines meant for people.
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
      // Fields are redacted only in nested objects. At the top level, `name` and `code` are those of an error or a problem.
      redact: { paths: SENSITIVE.map((field) => `*.${field}`), censor: '[redacted]' },
      serializers: { err: describeError },
      hooks: {
        logMethod([fields, ...texts], method, level) {
          const err = errorIn(fields);
          // Everything fails while the event log is the wrong one. One line has said so (`guarded-log.ts`). A process that ends says why.
          if (err instanceof WrongLog && level < FATAL) return;
          const outage = level < FATAL ? outageOf(err) : undefined;
          // First, so that `oncePerOutage` finds it without parsing.
          method.apply(this, [outage ? { outage, ...(fields as object) } : fields, ...texts] as never);
        },
      },
    },
    stream,
  );
}

/** Postgres's data errors (class 22) and constraint errors (class 23). Their messages quote values of rows. */
const QUOTES_ROWS = /^2[23][0-9A-Z]{3}$/;

/**
 * Whether an error's message may quote what a person typed. JavaScript's own errors may, because `JSON.parse`, `BigInt` and
 * `in` quote the value that they failed on. So may errors of schemas, and Postgres's errors about values.
 */
const mayQuote = (error: Error, code: string | undefined) =>
  error instanceof TypeError ||
  error instanceof RangeError ||
  error instanceof SyntaxError ||
  error instanceof URIError ||
  error.name === 'ZodError' ||
  (code !== undefined && QUOTES_ROWS.test(code));

/**
 * The loggable fields of an error: its type, code and stack, and its message if that can't contain personal data. Messages of our own
 * errors name only streams, revisions and settings. Log every error in this shape, by `logger.error({ err }, …)`.
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
