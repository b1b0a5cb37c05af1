/** What became of messages, in plain words. Without schemas, so that pages needn't load the validator for them. */

/** How customers are told: by text message or by mail. */
export const MESSAGE_CHANNELS = ['sms', 'email'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

/** What a message can tell. */
export const MESSAGE_KINDS = [
  'booked',
  'confirmed',
  'rescheduled',
  'cancelled',
  'reinstated',
  'reminder',
  'custom',
] as const;

/** What lists of messages are narrowed down to: `attention` is what staff should look at. */
export const MESSAGE_STATES = [
  'attention',
  'under_way',
  'delivered',
  'failed',
  'unknown',
  'suppressed',
  'received',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

const STATUS: Readonly<Record<string, string>> = {
  claimed: 'On its way; nobody has heard of it yet.',
  'not-sent': 'It did not leave and is tried again.',
  sent: 'Sent; no receipt yet.',
  delivered: 'Delivered.',
  failed: 'It could not be delivered.',
  unknown: 'Nobody can say whether it was sent. It is not repeated by itself, so that nobody gets it twice.',
  'no-receipt': 'Sent, but no receipt came within a day.',
  suppressed: 'Not sent.',
  received: "The customer's reply.",
};

/** Of mails, where it differs from texts. */
const MAIL_STATUS: Readonly<Record<string, string>> = {
  delivered: 'The mail server has taken it.',
  failed: 'The mail server refused it.',
  unknown:
    'The connection broke off before the mail server had answered. It is not repeated by itself, so that nobody gets it twice.',
};

/** Of a message that was written to a file, where there is nothing to send it with. */
export const KEPT_HERE: Readonly<Record<MessageChannel, string>> = {
  sms: 'Kept here and not sent: no provider is set.',
  email: 'Kept here and not sent: no mail server is set.',
};

/** What a reply means. */
const MEANING: Readonly<Record<string, string>> = {
  stop: 'The customer has opted out by texting STOP: nothing is sent to this number until they text START.',
  start: 'The customer wants text messages again.',
  help: 'The customer has asked for help; the provider has answered.',
};

const WHY: Readonly<Record<string, string>> = {
  changed: 'The appointment changed just before it left; a newer text follows.',
  'claim-too-old': 'It was held up too long before it left; it is tried again.',
  unreachable: 'The provider could not be reached; it is tried again.',
  'provider-busy': 'The provider was too busy; it is tried again.',
  'no-consent': 'Not sent: the customer does not want text messages.',
  'opted-out': 'Not sent: the customer has opted out by texting STOP.',
  'no-number': 'Not sent: there is no phone number that can be texted.',
  'no-address': 'Not sent: there is no mail address.',
  'country-excluded': 'Not sent: the salon does not text numbers of that country.',
  'stale-reminder': 'Not sent: the appointment was moved or cancelled.',
  'too-late': 'Not sent: the appointment had begun.',
  'over-cap': 'Not sent: this number got too many texts within a day. Send one by hand, or call.',
  'unconfirmed-over-cap':
    'Not sent: too many texts within a day about appointments that nobody has confirmed. Once it is confirmed, texts leave.',
  silent: 'Not sent: staff cancelled without a message.',
  gone: 'Not sent: the appointment was deleted.',
  restored: 'Not sent: it may have been sent before the database was restored.',
};

/** Of mails, where it differs from texts. */
const MAIL_WHY: Readonly<Record<string, string>> = {
  changed: 'The appointment changed just before it left; a newer mail follows.',
  unreachable: 'The mail server could not be reached, or asked to wait; it is tried again.',
  'unconfirmed-over-cap':
    'Not sent: this address got too many mails within a day about appointments that nobody has confirmed. Once one is confirmed, mails about it leave.',
};

/** The provider's codes that staff can do something about. */
const CODES: Readonly<Record<number, string>> = {
  20003: 'The provider does not accept the account: check its settings.',
  21211: 'That number does not exist.',
  21610: 'The customer has opted out by texting STOP.',
  21614: 'That number cannot get text messages.',
  30002: 'The account is suspended by the provider.',
  30003: 'The phone was off or out of reach.',
  30004: 'The customer or the carrier blocks these messages.',
  30005: 'That number is not in use.',
  30006: 'That number cannot get text messages, such as a landline.',
  30007: 'The carrier took it for spam.',
  30008: 'It could not be delivered, for a reason that the carrier does not tell.',
};

/** A mail server's reply codes that staff can do something about. */
const MAIL_CODES: Readonly<Record<number, string>> = {
  421: 'The mail server is not available.',
  530: 'The mail server does not accept the account: check its settings.',
  535: 'The mail server does not accept the account: check its settings.',
  550: 'There is no such mailbox, or it takes no mail from here.',
  551: 'That mailbox has moved elsewhere.',
  552: 'The mailbox is full.',
  553: 'That address is not valid.',
  554: 'The mail server took it for spam, or takes no mail from here.',
};

const unknownCode = (code: number, channel: MessageChannel): string =>
  channel === 'email'
    ? `The mail server answers with the code ${code}: look it up, or call the customer.`
    : `The provider gives the code ${code}: look it up, or call the customer.`;

/**
 * @param why the reason as the log has it
 * @param code the provider's, or the mail server's
 */
export function explainMessage(
  status: string,
  why: string | null,
  code: number | null,
  channel: MessageChannel = 'sms',
): string {
  const isMail = channel === 'email';
  if (code !== null) return (isMail ? MAIL_CODES : CODES)[code] ?? unknownCode(code, channel);
  return (
    (why !== null && ((isMail && MAIL_WHY[why]) || WHY[why] || MEANING[why])) ||
    (isMail && MAIL_STATUS[status]) ||
    STATUS[status] ||
    status
  );
}
