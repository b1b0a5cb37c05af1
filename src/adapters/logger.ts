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
      serializers: { err: describeError, error: describeError },
    },
    stream,
  );
}

/**
 * What a log may know of an error. Postgres quotes values in the message and detail of data and constraint errors
 * (classes 22 and 23), so those are told by their code and place alone.
 */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { type: typeof error };
  const code = 'code' in error ? String(error.code) : undefined;
  const quotesValues = code !== undefined && /^2[23][0-9A-Z]{3}$/.test(code);
  return {
    type: error.name,
    kind: code,
    ...(quotesValues ? {} : { reason: error.message }),
    stack: error.stack
      ?.split('\n')
      .filter((line) => line.startsWith('    at '))
      .join('\n'),
  };
}
