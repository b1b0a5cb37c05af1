import type { HistoryActor } from './history.ts';

/**
 * The words of a history, for everything that shows one. Without schemas, so that pages needn't load the validator for them. A
 * test walks all events and their fields, so that none is without words.
 */

/** What happened, as the past tense of a sentence about the thing. */
export const EVENT_WORDS: Readonly<Record<string, string>> = {
  BookingRequested: 'Booked',
  BookingConfirmed: 'Confirmed',
  BookingRescheduled: 'Moved',
  BookingCancelled: 'Cancelled',
  BookingReinstated: 'Reinstated',
  BookingCompleted: 'Completed',
  SmsConsentChanged: 'SMS consent changed',
  BookingLinked: 'Assigned to a customer',
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
  ServiceAdded: 'Service added',
  ServiceChanged: 'Service changed',
  ServiceActivated: 'Service activated',
  ServiceDeactivated: 'Service deactivated',
  ServiceRemoved: 'Service removed',
  HoursAdded: 'Hours added',
  HoursChanged: 'Hours changed',
  HoursSwitched: 'Hours switched on or off',
  HoursRemoved: 'Hours removed',
  CustomerRegistered: 'Registered',
  CustomerContactAdded: 'Contact learnt from a booking',
  CustomerChanged: 'Details changed',
  CustomerErased: 'Personal data erased',
  CustomersMerged: 'Merged with another customer',
  CustomersSplit: 'Separated again',
  CustomersErased: 'Erasure requested',
  MessageRequested: 'Text message asked for',
  MessageAttempted: 'Text message about to be sent',
  MessageNotSent: 'Text message did not leave',
  MessageSent: 'Text message sent',
  MessageDelivered: 'Text message delivered',
  MessageFailed: 'Text message failed',
  MessageOutcomeUnknown: 'Nothing was heard of a text message',
  MessageSuppressed: 'No text message sent',
  ReplyReceived: 'Customer texted back',
};

/** The same of mails, which have a text's events. */
const MAIL_WORDS: Readonly<Record<string, string>> = {
  MessageRequested: 'Mail asked for',
  MessageAttempted: 'Mail about to be sent',
  MessageNotSent: 'Mail did not leave',
  MessageDelivered: 'Mail taken by the mail server',
  MessageFailed: 'Mail failed',
  MessageOutcomeUnknown: 'Nothing was heard of a mail',
  MessageSuppressed: 'No mail sent',
};

/** What happened, in plain words. @param isKept of a message that became a file here instead of being sent */
export const eventWords = (type: string, isOfMail = false, isKept = false): string => {
  if (isKept) return `${isOfMail ? 'Mail' : 'Text message'} kept here, not sent`;
  return (isOfMail && MAIL_WORDS[type]) || EVENT_WORDS[type] || type;
};

/** The names of fields. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  active: 'Active',
  appointment_date: 'Date',
  appointment_time: 'Time',
  birthday_day: 'Day of birth',
  birthday_month: 'Month of birth',
  blocked: 'Blocked',
  booking_id: 'Appointment',
  cancellation_reason: 'Reason',
  category: 'Category',
  customer_email: 'Email',
  customer_id: 'Customer',
  customer_ids: 'Customers',
  customer_name: 'Name',
  customer_phone: 'Phone',
  day_of_week: 'Day',
  description: 'Description',
  duration_minutes: 'Duration in minutes',
  emails: 'Email addresses',
  end_time: 'End',
  expires_at: 'Held until',
  explanation: 'Why',
  is_available: 'Available',
  kept_here: 'Kept here',
  merged_into: 'Merged into',
  message: 'Message to the customer',
  message_kind: 'About',
  name: 'Name',
  notes: 'Notes',
  notice: 'Message to the customer',
  phones: 'Phone numbers',
  price: 'Price',
  price_text: 'Price text',
  proven_contacts: 'Confirmed by a code',
  public_group: 'Group on the website',
  reason: 'Reason',
  services: 'Services',
  consent_text: 'Agreed to',
  sms_consent: 'SMS consent',
  start_time: 'Start',
  status: 'Status',
  text: 'Text',
  to: 'To',
  total_amount: 'Total',
  words: 'Words',
};

const PROCESS_WORDS: Readonly<Record<string, string>> = {
  seed: 'Set up with the salon',
  'slot-keeper': 'Automatic: free times',
  registrar: 'Automatic: customers',
  shredder: 'Automatic: erasure',
  messenger: 'Automatic: messages',
};

/** Who did it. */
export function actorWords(actor: HistoryActor): string {
  switch (actor.kind) {
    case 'customer':
      return 'Customer';
    case 'admin':
      return actor.name ?? 'A former administrator';
    case 'system':
      return PROCESS_WORDS[actor.process] ?? `Automatic: ${actor.process}`;
  }
}
