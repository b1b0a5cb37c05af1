import type { CancellationReason } from '../bookings/bookings.ts';
import { METHOD_WORDS } from '../bookings/method-words.ts';
import { staffWords } from './actor.ts';
import type { HistoryActor } from './history.ts';

/**
 * The words in which histories are shown. This module has no schemas, so that pages that use it needn't load the validator. A
 * test makes sure that every event and every field has words.
 */

/** Name of each type of event, as a verb in the past tense whose subject is the thing. */
export const EVENT_WORDS = {
  BookingRequested: 'Booked',
  BookingConfirmed: 'Confirmed',
  BookingUnconfirmed: 'No longer confirmed',
  BookingRescheduled: 'Moved',
  BookingLengthChanged: 'Length changed',
  BookingServicesChanged: 'Services changed',
  BookingCancelled: 'Cancelled',
  BookingReinstated: 'Restored',
  BookingCompleted: 'Completed',
  BookingReopened: 'Opened again',
  SmsConsentChanged: 'SMS consent changed',
  BookingContactCorrected: 'Phone or email corrected',
  CustomerArrived: 'Arrived',
  ArrivalTakenBack: 'Not there after all',
  VisitNoted: 'Visit note written',
  BookingLinked: 'Added to a customer’s profile',
  BookingErased: 'Personal data erased',
  BookingDeleted: 'Deleted',
  SlotClaimLapsed: 'Time no longer reserved',
  SlotTaken: 'Time taken',
  SlotReleased: 'Time released',
  SlotHeld: 'Time held for a visitor',
  SlotHoldDropped: 'Hold ended',
  DateBlocked: 'Date blocked',
  BlockReasonChanged: 'Reason changed',
  DateUnblocked: 'Date opened again',
  TimeBlocked: 'Time blocked',
  BlockedTimeMoved: 'Blocked time moved',
  TimeUnblocked: 'Blocked time opened again',
  DayHoursSet: 'Hours of this date set',
  DayHoursCleared: 'Hours of every week again',
  ServiceAdded: 'Service added',
  ServiceChanged: 'Service changed',
  ServiceActivated: 'Service activated',
  ServiceDeactivated: 'Service deactivated',
  ServiceRemoved: 'Service removed',
  ServiceRestored: 'Service restored',
  HoursAdded: 'Hours added',
  HoursChanged: 'Hours changed',
  HoursSwitched: 'Hours switched on or off',
  HoursRemoved: 'Hours removed',
  HoursRestored: 'Hours restored',
  CustomerRegistered: 'Registered',
  CustomerContactAdded: 'Contact learnt from a booking',
  CustomerChanged: 'Details changed',
  CustomerErased: 'Personal data erased',
  CustomersMerged: 'Merged with another customer',
  CustomersSplit: 'Separated again',
  CustomersErased: 'Erasure requested',
  CustomerImported: 'Imported from a file',
  CustomerAdded: 'Added by hand',
  ImportStarted: 'Import started',
  ImportFinished: 'Import finished',
  ImportUndone: 'Import undone',
  ImportUndoClosed: 'Import undone: finished',
  PictureChosen: 'Picture chosen',
  DrawnPictureChosen: 'Drawn picture shown again',
  ReviewAdded: 'Review added',
  ReviewChanged: 'Review changed',
  ReviewRemoved: 'Review removed',
  ReviewRestored: 'Review shown again',
  ReviewErased: 'Review erased',
  StylistAdded: 'Stylist added',
  StylistChanged: 'Stylist changed',
  StylistHoursSet: 'Weekly hours of a stylist set',
  StylistActivated: 'Stylist takes appointments again',
  StylistDeactivated: 'Stylist takes no appointments any more',
  StylistErased: 'Name of a stylist erased',
  MessageRequested: 'Text asked for',
  MessageAttempted: 'Text going out',
  MessageNotSent: 'Text did not leave',
  MessageSent: 'Text sent',
  MessageDelivered: 'Text delivered',
  MessageFailed: 'Text failed',
  MessageOutcomeUnknown: 'Nothing was heard of a text',
  MessageSuppressed: 'No text sent',
  MailSent: 'Mail taken by the mail service',
  MailFailed: 'Mail failed',
  MailOutcomeUnknown: 'Nothing was heard of a mail',
  MailSuppressed: 'No mail sent',
  ReplyReceived: 'Customer texted back',
  ReplyDismissed: 'Customer’s text needs no answer',
  MessageDismissed: 'Message needs nothing more',
  SettingsChanged: 'Settings changed',
  SendingKeysChanged: 'Keys for sending changed',
  ConnectionMade: 'Access given',
  ConnectionMoved: 'Address of a webhook changed',
  ConnectionSecretMade: 'New secret made',
  ConnectionRevoked: 'Access revoked',
  PersonInvited: 'Invitation sent',
  RoleGranted: 'Role given',
  RoleRevoked: 'Role taken away',
};
/** The types of events that histories contain: exactly those that have words. */
export type HistoryEventType = keyof typeof EVENT_WORDS;

/** Says in plain words what happened. @param isKept true for a message that was written to a file instead of being sent */
export const eventWords = (type: string, isOfMail = false, isKept = false): string => {
  if (isKept) return isOfMail ? 'Mail not sent: mails aren’t set up' : 'Text not sent: texts aren’t set up';
  if (isOfMail && type === 'MessageRequested') return 'Mail asked for';
  return EVENT_WORDS[type as HistoryEventType] ?? type;
};

/** `Moved` becomes `moved`; `SMS consent changed` stays. */
export const withinSentence = (words: string): string =>
  words.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());

/** The names of fields, for people, where they aren't those of the API with a capital letter. Those of settings mostly are. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  active: 'Active',
  alt: 'Description',
  appointment_date: 'Date',
  appointment_time: 'Time',
  before: 'Visits before',
  birthday: 'Birthday',
  imported: 'Imported',
  is_here: 'In the salon',
  blocked: 'Blocked',
  cancellation_reason: 'Reason',
  category: 'Category',
  customer_email: 'Email',
  customer_name: 'Name',
  customer_phone: 'Phone',
  day_of_week: 'Day',
  description: 'Description',
  does: 'Services',
  duration_minutes: 'Duration in minutes',
  emails: 'Email addresses',
  end_time: 'End',
  expires_at: 'Held until',
  gap: 'Stylist is free',
  explanation: 'Why',
  is_available: 'Available',
  location: 'Lives in',
  message: 'Message to the customer',
  minutes_late: 'Minutes late',
  name: 'Name',
  notes: 'Notes',
  notice: 'Message to the customer',
  online: 'Visitors can book',
  other_items: 'Other items',
  payment_method: 'Paid by',
  payments: 'Paid by',
  phones: 'Phone numbers',
  picture: 'Picture',
  picture_of: 'Where',
  place: 'Place in the order',
  price: 'Price',
  prices: 'Prices of the services',
  price_text: 'Price text',
  proven_contacts: 'Confirmed by a code',
  public_group: 'Group on the website',
  rating: 'Stars',
  reason: 'Reason',
  service: 'Service',
  services: 'Services',
  consent_text: 'Agreed to',
  sms_consent: 'SMS consent',
  start_time: 'Start',
  status: 'Status',
  stylist: 'Stylist',
  text: 'Text',
  tip: 'Tip',
  title: 'Title',
  to: 'To',
  told_by: 'Told',
  total_amount: 'Total',
  visit_note: 'Visit note',
  walk_in: 'Walk-in',
  windows: 'Hours',
  geo: 'Place on the map',
  hero: 'Beginning of the page',
  connection: 'What',
  closing: 'End of the page',
  file_reviews: 'Sample reviews',
  last_start_offered: 'Last start before closing',
  notice_minutes: 'Notice in minutes',
  staff_any_five_minutes: 'Staff start in steps of five minutes',
  choose_stylist: 'Stylist of those who ask for none',
  start_every_minutes: 'Minutes between starts',
  words: 'Words',
};

const CANCELLATION_REASONS: Readonly<Record<CancellationReason, string>> = {
  customer_request: 'The customer asked for it.',
  scheduling_conflict: 'The time clashed with something else.',
  emergency: 'There was an emergency.',
  no_show: 'The customer did not come.',
  other: 'There was another reason.',
};

/** The values of fields for people, for fields whose values are words of the API. */
export const VALUE_WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  cancellation_reason: CANCELLATION_REASONS,
  choose_stylist: {
    in_order: 'The first in the order',
    fewest_minutes: 'The one with the least to do that day',
  },
  notice: { template: 'In the usual words.', custom: 'In staff’s own words.' },
  payment_method: METHOD_WORDS,
  told_by: { sms: 'By text message, and not by mail.', email: 'By mail, and not by text message.' },
  connection: { api_key: 'API key', webhook: 'Webhook', calendar_address: 'Private calendar address' },
  status: { pending: 'Pending', confirmed: 'Confirmed', cancelled: 'Cancelled', completed: 'Completed' },
};

/** Fields that aren't shown: ids of other things, which mean nothing to people, and what the entry's own words say already. */
export const UNTOLD_FIELDS: ReadonlySet<string> = new Set([
  'customer_id',
  'customer_ids',
  'booking_id',
  'merged_into',
  'kept_here',
  'message_kind',
]);

/** An event as the cause of another one, in the form of a subordinate clause. */
const REASON_WORDS: Readonly<Partial<Record<HistoryEventType, string>>> = {
  BookingRequested: 'the booking was made',
  BookingConfirmed: 'the booking was confirmed',
  BookingRescheduled: 'the booking was moved',
  BookingLengthChanged: 'the length was changed',
  BookingServicesChanged: 'the services were changed',
  BookingCancelled: 'the booking was cancelled',
  BookingReinstated: 'the booking was restored',
  BookingDeleted: 'the booking was deleted',
  MessageRequested: 'staff asked for it',
  CustomersErased: 'the customer was erased',
  CustomerErased: 'the customer was erased',
  ImportUndone: 'the import was undone',
};

/** An event as the cause of another one, such as `the booking was confirmed`. Undefined if that would tell people nothing. */
export const reasonWords = (type: string): string | undefined => REASON_WORDS[type as HistoryEventType];

const PROCESS_WORDS: Readonly<Record<string, string>> = {
  seed: 'Set up with the salon',
  messenger: 'Automatic: messages',
  importer: 'Automatic: import',
  registrar: 'Automatic',
  shredder: 'Automatic: erasing',
  restore: 'Automatic: erased again after a restore',
  'slot-keeper': 'Automatic: free times',
};

export function actorWords(actor: HistoryActor): string {
  switch (actor.kind) {
    case 'customer':
      return 'Customer';
    case 'admin':
      return staffWords(actor.name ?? 'A former administrator', actor.api_key);
    case 'system':
      return PROCESS_WORDS[actor.process] ?? `Automatic: ${actor.process}`;
  }
}
