/** The states of messages in plain words. This module has no schemas, so that pages that use it needn't load the validator. */

export const MESSAGE_CHANNELS = ['sms', 'email'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/**
 * Reasons why no messages are sent: staff paused them, too many texts were sent within a day, or the database is a copy or was restored.
 */
export const PAUSE_REASONS = ['staff', 'spending', 'copied'] as const;
export type PauseReason = (typeof PAUSE_REASONS)[number];

/** Whether messages of a channel are sent now. Mails cost nothing, so they are also sent when the limit for text messages is reached. */
export const leaves = (
  channel: MessageChannel,
  { paused, why }: { readonly paused: boolean; readonly why: PauseReason | null },
): boolean => !paused || (channel === 'email' && why === 'spending');

/** The kinds of the salon's usual messages. Each has a text of its own in the profile. */
export const USUAL_KINDS = [
  'booked',
  'confirmed',
  'rescheduled',
  'changed',
  'cancelled',
  'reinstated',
  'reminder',
] as const;

type UsualKind = (typeof USUAL_KINDS)[number];
/** The words of a usual message: those of its kind, or that another stylist does the appointment, which is recorded as a move. */
export type UsualWords = UsualKind | 'handed-over';

/** Staff write these themselves: a `custom` one about a change, an `answer` to a customer's text, and that the salon is running `late`. */
export const OWN_KINDS = ['custom', 'answer', 'late'] as const;

/** All kinds of messages. */
export const MESSAGE_KINDS = [...USUAL_KINDS, ...OWN_KINDS] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

export type MessageWords = MessageKind | UsualWords;

export const isUsual = (words: MessageWords): words is UsualWords => !OWN_KINDS.some((own) => own === words);

export const kindOfWords = (words: MessageWords): MessageKind =>
  words === 'handed-over' ? 'rescheduled' : words;

/** A name for each kind of message. */
export const KIND_WORDS: Readonly<Record<MessageKind, string>> = {
  booked: 'Request received',
  confirmed: 'Booking confirmed',
  rescheduled: 'Appointment moved',
  changed: 'Appointment changed',
  cancelled: 'Appointment cancelled',
  reinstated: 'Appointment restored',
  reminder: 'Reminder',
  custom: 'Written by staff',
  answer: 'Answer by staff',
  late: 'Running late',
};

/**
 * The status of a message.
 * - `claimed`: it is about to be sent, or there is no answer of the provider yet.
 * - `not-sent`: it wasn't sent, and is tried again.
 * - `sent`: the provider has accepted it.
 * - `kept`: there is no provider, so it was written to a file, and nobody got it.
 * - `no-receipt`: the provider accepted it, but no receipt came within a day.
 * - `unknown`: nobody knows whether it was sent.
 * - `suppressed`: it was not sent on purpose.
 * - `received`: it is a customer's reply.
 */
export const MESSAGE_STATUSES = [
  'claimed',
  'not-sent',
  'sent',
  'kept',
  'delivered',
  'failed',
  'unknown',
  'no-receipt',
  'suppressed',
  'received',
] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

/** The states by which lists of messages can be filtered. `attention`: messages that need the attention of staff. */
export const MESSAGE_STATES = [
  'attention',
  'under_way',
  'delivered',
  'kept',
  'failed',
  'unknown',
  'suppressed',
  'received',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/**
 * The thing that a message waits for, found by a worker when it last looked at the message. `due`: only for a worker to look at it;
 * `quiet`: the end of the quiet hours; `resuming`: the end of a pause of all messages; `provider`: the provider, which couldn't be reached;
 * `before`: the result of the message before it.
 */
export const WAITS = ['due', 'quiet', 'resuming', 'provider', 'before'] as const;
export type Waits = (typeof WAITS)[number];

/** A message of which nobody has heard for so long is stuck: it is normally known within moments what becomes of one. */
export const STUCK_MINUTES = 5;

/** Reasons why an attempt certainly sent nothing, so that another attempt may be made. */
export const NOT_SENT_REASONS = ['changed', 'claim-too-old', 'unreachable', 'provider-busy'] as const;
/** Reasons why no message is sent about an event, and none will be. */
export const SUPPRESSED_REASONS = [
  'no-consent',
  'opted-out',
  'no-number',
  'no-address',
  'country-excluded',
  'stale-reminder',
  'too-late',
  'answer-too-late',
  // `over-cap`: about an appointment that staff have made or confirmed. The next one: about one that nobody has confirmed.
  'over-cap',
  'unconfirmed-over-cap',
  'silent',
  'taken-back',
  'gone',
  'restored',
] as const;
export const UNKNOWN_REASONS = ['no-answer', 'no-receipt'] as const;
export const REPLY_MEANINGS = ['stop', 'start', 'help', 'other'] as const;

type ReasonNotToSend = (typeof NOT_SENT_REASONS)[number] | (typeof SUPPRESSED_REASONS)[number];
/** `stop-or-cancel`: a STOP by a word that may have meant the appointment. */
type Meaning = (typeof REPLY_MEANINGS)[number] | 'stop-or-cancel';
export type MessageWhy = ReasonNotToSend | (typeof UNKNOWN_REASONS)[number] | Meaning;

type Words<Of extends string> = Readonly<Record<Of, string>>;

const STATUS: Words<MessageStatus> = {
  claimed: 'On its way; nobody has heard of it yet.',
  'not-sent': 'It did not leave and is tried again.',
  sent: 'Sent; no receipt yet.',
  kept: 'Not sent: texts aren’t set up.',
  delivered: 'Delivered.',
  failed: 'It could not be delivered.',
  unknown: 'Nobody can say whether it was sent. It is not repeated by itself, so that nobody gets it twice.',
  'no-receipt': 'Sent, but no receipt came within a day.',
  suppressed: 'Not sent.',
  received: "The customer's reply.",
};

/** Words for the status of mails, where they differ from those for text messages. */
const MAIL_STATUS: Partial<Words<MessageStatus>> = {
  kept: 'Not sent: mails aren’t set up.',
  delivered: 'The mail service has taken it.',
  failed: 'The mail service refused it.',
  unknown:
    'The connection broke off before the mail service had answered. It is not repeated by itself, so that nobody gets it twice.',
};

/** Reasons why a message was written to a file instead of being sent. */
export const WHY_KEPT: Words<MessageChannel> = {
  sms: 'Texts aren’t set up.',
  email: 'Mails aren’t set up.',
};

const WHY: Words<ReasonNotToSend> = {
  changed: 'The appointment changed just before it left.',
  'claim-too-old': 'It was held up too long before it left; it is tried again.',
  unreachable: 'The texting service could not be reached; it is tried again.',
  'provider-busy': 'The texting service was too busy; it is tried again.',
  'no-consent': 'Not sent: no consent to texts for this appointment.',
  'opted-out': 'Not sent: the customer has opted out by texting STOP.',
  'no-number': 'Not sent: there is no phone number that can be texted.',
  'no-address': 'Not sent: there is no mail address.',
  'country-excluded': 'Not sent: the salon does not text numbers of that country or kind.',
  'stale-reminder': 'Not sent: the appointment was moved or cancelled.',
  'too-late': 'Not sent: the appointment had begun.',
  'answer-too-late': 'Not sent: it could not leave within a day of being written.',
  'over-cap': 'Not sent: this number got too many texts within a day. Send one by hand, or call.',
  'unconfirmed-over-cap':
    'Not sent: too many texts within a day about appointments that nobody has confirmed. Once it is confirmed, texts leave.',
  silent: 'Not sent: staff cancelled without a message.',
  'taken-back': 'Not sent: the change was undone before the customer heard of it.',
  gone: 'Not sent: the appointment was deleted.',
  restored:
    'Not sent: it was asked for before messages were turned on here, so it may have gone out already.',
};

const WAITING: Words<Waits> = {
  due: 'It is due, and has not been looked at yet.',
  quiet: 'The customer has not been told yet: no texts go out at night.',
  resuming: 'The customer has not been told yet: messages are paused.',
  provider:
    'The customer has not been told yet: the texting service could not be reached. It is tried again.',
  before:
    'The customer has not been told yet: the texting service has not said what became of the message before it. It goes out once that is known, or after a day.',
};

const MAIL_WAITING: Partial<Words<Waits>> = {
  before: 'The customer has not been told yet: it is not known yet what became of the mail before it.',
  provider: 'The customer has not been told yet: the mail service could not be reached. It is tried again.',
};

export const explainWait = (waits: Waits, channel: MessageChannel): string =>
  (channel === 'email' && MAIL_WAITING[waits]) || WAITING[waits];

/** Words for the reasons of mails, where they differ from those for text messages. */
const MAIL_WHY: Partial<Words<MessageWhy>> = {
  'over-cap': 'Not sent: this address got too many mails within a day. Send one by hand, or call.',
  'unconfirmed-over-cap':
    'Not sent: this address got too many mails within a day about appointments that nobody has confirmed. Once one is confirmed, mails about it leave.',
};

/** Words for the reasons of text messages. A reason that isn't listed says no more than the status does. */
const TEXT_WHY: Partial<Words<MessageWhy>> = {
  ...WHY,
  'no-answer':
    'The texting service has not answered, and cannot be asked what became of it. Until it can, for a day at most, the customer gets no other text about the appointment: call.',
};

/** Error codes of the provider that staff can do something about. */
const CODES: Readonly<Record<number, string>> = {
  20003: 'The texting service does not accept the account: check its settings.',
  21211: 'That number does not exist.',
  21610: 'The customer has opted out by texting STOP.',
  21614: 'That number cannot get text messages.',
  30002: 'The account is suspended by the texting service.',
  30003: 'The phone was off or out of reach.',
  30004: 'The customer or the carrier blocks these messages.',
  30005: 'That number is not in use.',
  30006: 'That number cannot get text messages, such as a landline.',
  30007: 'The carrier took it for spam.',
  30008: 'It could not be delivered, for a reason that the carrier does not tell.',
};

/** Reply codes of mail servers that staff can do something about. */
const MAIL_CODES: Readonly<Record<number, string>> = {
  421: 'The mail service is not available.',
  530: 'The mail service does not accept the account: check its settings.',
  535: 'The mail service does not accept the account: check its settings.',
  550: 'There is no such mailbox, or it takes no mail from here.',
  551: 'That mailbox has moved elsewhere.',
  552: 'The mailbox is full.',
  553: 'That address is not valid.',
  554: 'The mail service took it for spam, or takes no mail from here.',
};

const unknownCode = (code: number, channel: MessageChannel): string =>
  channel === 'email'
    ? `The mail service answers with the code ${code}: look it up, or call the customer.`
    : `The texting service gives the code ${code}: look it up, or call the customer.`;

/**
 * Explains the status of a message in plain words.
 *
 * @param why the reason as it is in the log
 * @param code the code of the provider or of the mail server
 */
export function explainMessage(
  status: MessageStatus,
  why: MessageWhy | null,
  code: number | null,
  channel: MessageChannel = 'sms',
): string {
  const isMail = channel === 'email';
  if (code !== null) return (isMail ? MAIL_CODES : CODES)[code] ?? unknownCode(code, channel);
  const reason = why === null ? undefined : (isMail && MAIL_WHY[why]) || TEXT_WHY[why];
  return reason || (isMail && MAIL_STATUS[status]) || STATUS[status];
}
