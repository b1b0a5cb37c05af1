import { z } from 'zod';
import { boundedText, NEW_VERSION } from '../fields.ts';
import { MESSAGE_CHANNELS } from '../messages/message-words.ts';
import { defineOperation } from '../operation.ts';
import { isPlain } from '../plain-text.ts';

const PATH = '/api/admin/settings/sending';

export const TWILIO_ACCOUNT_SID = /^AC[0-9a-f]{32}$/;
/** A number, or the id of a messaging service. */
export const TWILIO_FROM = /^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/;

const INVALID = 'Is not valid.';
const PASTED = 200;
const SID = 'Please enter the Account SID: AC, then 32 digits and letters from a to f.';
const TOKEN = 'Please enter the Auth Token, as Twilio shows it.';
const FROM = 'Please enter a number with its country code, such as +1 925 555 0142.';
const HOST = 'Please enter the name of the mail server, such as smtp.example.com.';
const PORT = 'Please enter the port, mostly 465 or 587.';
const USER = 'Please enter a user name of at most 200 characters, or leave it empty.';
const PASSWORD = 'Please enter a password of at most 500 characters, or leave it empty.';
const BOTH = 'Please enter both the user name and the password, or neither.';

const pasted = (error: string) => boundedText(PASTED, error).trim();

/** An account at Twilio. */
export const TwilioKeys = z.strictObject(
  {
    account_sid: pasted(SID).regex(TWILIO_ACCOUNT_SID, SID),
    auth_token: pasted(TOKEN).regex(/^[!-~]{16,100}$/, TOKEN),
    /** The number that texts come from, or the id of a messaging service. Spaces and brackets are taken out. */
    from: pasted(FROM)
      .overwrite((typed) => typed.replaceAll(/[\s().-]/g, ''))
      .regex(TWILIO_FROM, FROM),
  },
  INVALID,
);
export type TwilioKeys = z.output<typeof TwilioKeys>;

/** An account at a mail server. */
export const SmtpKeys = z
  .strictObject(
    {
      /** A name, or an IPv4 address. It may be one of the salon's own network. */
      host: pasted(HOST).regex(/^[a-z0-9](?:[a-z0-9.-]{0,198}[a-z0-9])?$/i, HOST),
      /** Connections to port 465 are encrypted from the start. Connections to other ports become encrypted before a password is sent. */
      port: z.int(PORT).min(1, PORT).max(65_535, PORT),
      /** Empty for a server that asks for none. */
      user: boundedText(PASTED, USER).trim().refine(isPlain, USER),
      password: boundedText(500, PASSWORD).refine(isPlain, PASSWORD),
    },
    INVALID,
  )
  .refine(({ user, password }) => (user === '') === (password === ''), { path: ['password'], error: BOTH });
export type SmtpKeys = z.output<typeof SmtpKeys>;

/**
 * The origin of keys: the server's settings, which win; keys that staff have saved; or none, in which case messages become files and nobody
 * gets them.
 */
const KeyOrigin = z.enum(['server', 'saved', 'none']);
export type KeyOrigin = z.output<typeof KeyOrigin>;

const Shown = z.object({
  source: KeyOrigin,
  /** False for saved keys that can't be read, as after a loss of the server's secret key: messages wait until there are other ones. */
  is_readable: z.boolean(),
  saved_at: z.iso.datetime().nullable(),
});

/** The keys by which messages are sent. They are never shown again. */
export const ShownSendingKeys = z.object({
  sms: Shown.extend({
    from: z.string().nullable(),
    /** The address to which Twilio has to send customers' texts. */
    webhook: z.url(),
  }),
  email: Shown.extend({
    host: z.string().nullable(),
    /** The address that mails come from. */
    from: z.string(),
  }),
  /** Number of changes; in quotation marks, the value for `If-Match`, and the ETag. */
  version: z.int(),
});
export type ShownSendingKeys = z.output<typeof ShownSendingKeys>;

export const getSendingKeys = defineOperation({
  method: 'get',
  path: PATH,
  summary: 'The keys for sending texts and mails, without their secrets',
  caller: 'admin',
  roles: 'owners',
  area: null,
  answer: { status: 200, body: ShownSendingKeys },
});

export const changeSendingKeys = defineOperation({
  method: 'patch',
  path: PATH,
  summary:
    'Change what texts or mails are sent with; null removes what was saved, and what is left out stays as it is',
  caller: 'admin',
  roles: 'owners',
  area: null,
  body: z.strictObject({ sms: TwilioKeys.nullable(), email: SmtpKeys.nullable() }, INVALID).partial(),
  answer: { status: 200, body: z.object(NEW_VERSION) },
  command: 'change-sending-keys',
  problems: ['fresh-sign-in-required', 'set-by-server'],
});

export const sendTest = defineOperation({
  method: 'post',
  path: `${PATH}/test`,
  summary: "Send a test: a text to a number, or a mail to the caller's own address",
  caller: 'admin',
  roles: 'owners',
  area: null,
  body: z.discriminatedUnion(
    'channel',
    [
      z.strictObject({ channel: z.literal('sms'), to: boundedText(40, 'invalid-phone') }, INVALID),
      z.strictObject({ channel: z.literal('email') }, INVALID),
    ],
    `Must be ${MESSAGE_CHANNELS.join(' or ')}.`,
  ),
  answer: {
    status: 200,
    body: z.object({
      /** `kept`: it became a file on the server, since nothing is set up. `unknown`: it may have been sent. */
      outcome: z.enum(['sent', 'kept', 'refused', 'not-sent', 'unknown']),
      text: z.string(),
    }),
  },
  // A mail server may take its time.
  deadlineMs: 20_000,
  problems: ['invalid-phone', 'number-opted-out', 'texts-paused', 'too-many-requests'],
});
export type TestOutcome = z.output<typeof sendTest.answer.body>['outcome'];
