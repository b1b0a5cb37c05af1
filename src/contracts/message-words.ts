/** What became of messages, in plain words. Without schemas, so that pages needn't load the validator for them. */

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

/** Of a text that was written to a file, where there is no provider. */
export const KEPT_HERE = 'Kept here and not sent: no provider is set.';

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

/** @param why the reason as the log has it; @param code the provider's */
export function explainMessage(status: string, why: string | null, code: number | null): string {
  if (code !== null)
    return CODES[code] ?? `The provider gives the code ${code}: look it up, or call the customer.`;
  return (why !== null && (WHY[why] ?? MEANING[why])) || STATUS[status] || status;
}
