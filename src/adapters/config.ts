import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { TWILIO_ACCOUNT_SID, TWILIO_FROM } from '../contracts/settings/sending-keys.ts';
import { isEmail } from '../salon/email.ts';
import { parseEventStoreDbAddress } from './eventstoredb/address.ts';
import { parseSender } from './mail/sender.ts';
import { readOidcSettings } from './oidc/settings.ts';
import { looksRandom } from './secrets/strength.ts';
import type { TwilioSettings } from './sms/twilio.ts';
import { StartupError } from './startup-error.ts';

// Every process loads this file at its start, and its children inherit the zone. date-fns-tz puts a zone's clock into a `Date` of the
// process's own zone, and is an hour off where that zone's clocks change. In UTC they never change.
process.env.TZ = 'UTC';

/** Everything that the environment says, checked. A value is undefined when it was not set and has no default. */
export type Config = Readonly<ReturnType<typeof loadConfig>>;

export type LogLevel = Config['logLevel'];

/** Reads the process's environment variables; nothing else does. */
export function configFromEnvironment(): Config {
  return loadConfig(process.env);
}

const text = z.string();

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`;
  return text
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

function url(protocols: readonly string[]) {
  const names = protocols.map((protocol) => `${protocol}//…`).join(' or ');
  return text.refine(
    (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
    `must be an address such as ${names}`,
  );
}

function oneOf<const Value extends string>(values: readonly Value[], byDefault: Value) {
  return z
    .enum(values, `must be one of ${values.join(', ')}`)
    .default(byDefault as z.util.NoUndefined<Value>);
}

const isProxyList = (value: string) =>
  value.split(',').every((part) => {
    const [address = '', prefix, ...rest] = part.trim().split('/');
    const isName = ['loopback', 'linklocal', 'uniquelocal'].includes(address) && prefix === undefined;
    const bits = isIP(address) === 6 ? 128 : 32;
    const isRange = prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits);
    return isName || (isIP(address) > 0 && isRange && rest.length === 0);
  });

const trustProxy = text
  .transform((value) => (/^(true|false)$/.test(value) ? value === 'true' : value))
  .transform((value) => (typeof value === 'string' && /^\d{1,3}$/.test(value) ? Number(value) : value))
  .refine(
    (value) => typeof value !== 'string' || isProxyList(value),
    'must be true, false, a number of proxies, or a list of their addresses',
  )
  .default(false);

/** Checks the environment variables: by their names, each as a text. */
export const Variables = z.object({
  NODE_ENV: text.optional(),
  PORT: wholeNumber(0, 65_535).default(3000),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: url(['http:', 'https:'])
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  DATA_DIR: text.default('.data'),
  DATABASE_URL: url(['postgres:', 'postgresql:']).optional(),
  EVENTSTORE_URL: text
    .refine(
      (value) => parseEventStoreDbAddress(value) !== undefined,
      'must be an address such as esdb://host:2113?tls=false',
    )
    .optional(),
  SECRET_KEY: text.refine(looksRandom, 'must be random: make one with "openssl rand -base64 32"').optional(),
  SALON_PROFILE: text.optional(),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'warn'),
  BOOKING_LIMIT_PER_HOUR: wholeNumber(0, 1_000_000).default(5),
  RATE_LIMIT_PER_MINUTE: wholeNumber(0, 1_000_000).default(60),
  TRUST_PROXY: trustProxy,
  ROLE: oneOf(['all', 'api', 'projector'], 'all'),
  SMTP_URL: url(['smtp:', 'smtps:']).optional(),
  MAIL_FROM: text
    .refine(
      (value) => parseSender(value) !== undefined,
      'must be a mail address such as Salon <hello@salon.example>',
    )
    .optional(),
  TWILIO_ACCOUNT_SID: text.regex(TWILIO_ACCOUNT_SID, 'must be AC and 32 hexadecimal digits').optional(),
  TWILIO_AUTH_TOKEN: text.optional(),
  TWILIO_FROM: text
    .regex(TWILIO_FROM, 'must be a number such as +19255550142, or the id of a messaging service')
    .optional(),
  TWILIO_BASE_URL: url(['http:', 'https:']).optional(),
  MESSAGE_WINDOW_SECONDS: wholeNumber(0, 3_600).default(20),
  BACKUP_DIR: text.optional(),
  BACKUP_KEEP: wholeNumber(1, 10_000).optional(),
  WEBHOOKS_ALLOW_PRIVATE: oneOf(['true', 'false'], 'false').transform((value) => value === 'true'),
  ADMIN_EMAIL: text.refine(isEmail, 'must be a mail address such as owner@salon.example').optional(),
  ADMIN_PASSWORD: text.optional(),
});

/** @throws StartupError when only some of the account's variables are set */
function twilioOf(variables: z.output<typeof Variables>): TwilioSettings | undefined {
  const { TWILIO_ACCOUNT_SID: accountSid, TWILIO_AUTH_TOKEN: authToken, TWILIO_FROM: from } = variables;
  if (accountSid !== undefined && authToken !== undefined && from !== undefined)
    return { accountSid, authToken, from, baseUrl: variables.TWILIO_BASE_URL };
  if ([accountSid, authToken, from].every((variable) => variable === undefined)) return undefined;
  throw new StartupError('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM must be set together.');
}

/** The folder of the nights' backups, and the number of them that are kept. */
function backupsOf({
  BACKUP_DIR,
  BACKUP_KEEP,
  DATABASE_URL,
  DATA_DIR,
}: Pick<z.output<typeof Variables>, 'BACKUP_DIR' | 'BACKUP_KEEP' | 'DATABASE_URL' | 'DATA_DIR'>) {
  const isBesideData = BACKUP_DIR === undefined && DATABASE_URL === undefined;
  const folder = isBesideData ? join(DATA_DIR, 'backups') : BACKUP_DIR;
  return {
    /** Absolute path of the folder for a backup each night. If undefined, none is made. */
    backupDir: folder === undefined ? undefined : resolve(folder),
    backupKeep: BACKUP_KEEP ?? (isBesideData ? 7 : 14),
    /** Whether that folder is the default of an embedded installation: it then shares the disk with the database. */
    backsUpBesideData: isBesideData,
  };
}

/**
 * Reads environment variables. An empty variable counts as not set; unknown variables are ignored.
 *
 * @throws StartupError whose message is one line that names the wrong variable, but not its value, which may be a secret
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.entries(env).filter(([, value]) => value !== undefined && value.trim() !== '');
  const trimmed = Object.fromEntries(given.map(([name, value = '']) => [name, value.trim()]));
  const parsed = Variables.safeParse(trimmed);
  if (!parsed.success) {
    throw new StartupError(
      `${parsed.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join('; ')}.`,
    );
  }
  const variables = parsed.data;
  if (variables.ROLE !== 'all' && variables.DATABASE_URL === undefined) {
    throw new StartupError(
      `DATABASE_URL must be set when ROLE is "${variables.ROLE}": the processes share a database.`,
    );
  }
  if (variables.NODE_ENV === 'production' && variables.SECRET_KEY === undefined) {
    throw new StartupError('SECRET_KEY must be set in production (NODE_ENV is "production").');
  }
  if (variables.ADMIN_PASSWORD !== undefined && variables.ADMIN_EMAIL === undefined) {
    throw new StartupError(
      'ADMIN_EMAIL must be set with ADMIN_PASSWORD: it is what the admin signs in with.',
    );
  }
  return {
    /** 0: the operating system chooses a free port. */
    port: variables.PORT,
    host: variables.HOST,
    /** Origin of private links, without a trailing slash. If undefined, they begin with `http://localhost:` and the port. */
    publicUrl: variables.PUBLIC_URL,
    /** Absolute path of the folder with the embedded database and the secret key. */
    dataDir: resolve(variables.DATA_DIR),
    /** Connection string of a Postgres run by somebody else. If undefined, the service runs an embedded one. */
    databaseUrl: variables.DATABASE_URL,
    /** Connection string of an EventStoreDB. If undefined, the event log is in Postgres. */
    eventstoreUrl: variables.EVENTSTORE_URL,
    /** Always set in production. Elsewhere it may be undefined: the service then keeps a key of its own in `dataDir`. */
    secretKey: variables.SECRET_KEY,
    /** Path of a JSON file that describes the salon. If undefined, the built-in profile is used. */
    salonProfile: variables.SALON_PROFILE,
    logLevel: variables.LOG_LEVEL,
    /** Bookings that one phone number or e-mail address may make in an hour; 0 = no limit. */
    bookingLimitPerHour: variables.BOOKING_LIMIT_PER_HOUR,
    /** Public writes and look-ups of secrets that one network address may make in a minute; 0 = no limit. */
    rateLimitPerMinute: variables.RATE_LIMIT_PER_MINUTE,
    /** The value of Express's setting `trust proxy`. */
    trustProxy: variables.TRUST_PROXY,
    role: variables.ROLE,
    /** URL of the mail server. If undefined, it is the one that staff have saved, if any. */
    smtpUrl: variables.SMTP_URL,
    /** Sender of mails, as `Name <name@host>` or the address alone. If undefined, mails come from the salon. */
    mailFrom: variables.MAIL_FROM,
    /** The account that text messages are sent through. If undefined, it is the one that staff have saved, if any. */
    twilio: twilioOf(variables),
    /** Instead of Twilio's own address. */
    twilioBaseUrl: variables.TWILIO_BASE_URL,
    /** A text message about a change waits this long for further changes, so that one message can tell of all of them. */
    messageWindowSeconds: variables.MESSAGE_WINDOW_SECONDS,
    ...backupsOf(variables),
    /** Whether webhooks may go to addresses of private networks, and without encryption. */
    webhooksAllowPrivate: variables.WEBHOOKS_ALLOW_PRIVATE,
    /** E-mail address of the first admin. If undefined, it is the salon's own address. */
    adminEmail: variables.ADMIN_EMAIL,
    /** Password of the first admin. If undefined, the service prints a link for choosing it. */
    adminPassword: variables.ADMIN_PASSWORD,
    /** Identity providers through which people may sign in. */
    oidcProviders: readOidcSettings(trimmed),
    isProduction: variables.NODE_ENV === 'production',
  };
}
