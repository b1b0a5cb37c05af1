/** The ids in `event-fixtures.json`. */
export const BOOKING = '00000000-0000-4000-8000-000000000002';
export const CUSTOMER = '00000000-0000-4000-8000-000000000020';
export const MESSAGE = '00000000-0000-4000-8000-000000000030';
export const STYLIST = '00000000-0000-4000-8000-000000000080';
const MERGE = '00000000-0000-4000-8000-000000000021';
const NEVER = null;
const TIMES = { appointment_date: '2026-11-24', appointment_time: '10:00 AM' };
const WHEN = { ...TIMES, duration: 60 };
const OF_SERVICE = { service_id: 'womens-haircut' };
const OFFER = {
  ...OF_SERVICE,
  category: 'Haircut',
  public_group: 'Haircuts',
  price_cents: 4_500,
  duration_minutes: 60,
};
const GAP = { gap: { start: 20, end: 40 } };
const HOURS = { hours_id: '00000000-0000-4000-8000-000000000006' };
const DATE = { date: '2026-11-24' };
const DATE_BLOCK = { ...DATE, block_id: '00000000-0000-4000-8000-000000000004' };
const TIME_BLOCK = { ...DATE, block_id: '00000000-0000-4000-8000-000000000005' };
const OF_FIRST = { stylist_id: 'first' };
const OF_ONE = { stylist_id: '00000000-0000-4000-8000-000000000007' };
const NO_TOTAL = 'Price Varies - Determined at Consultation';
const TIME_BLOCKED = { ...TIME_BLOCK, change: 'time_blocked', start_time: '12:00', end_time: '13:00' };
const HOURS_SET = {
  ...DATE,
  change: 'hours_set',
  windows: [
    { start_time: '10:00', end_time: '12:00' },
    { start_time: '13:00', end_time: '24:00' },
  ],
};
const REQUESTED = {
  booking_id: BOOKING,
  ...WHEN,
  status: 'pending',
  services: [{ id: 'womens-haircut', price_cents: 4_500, duration: 60 }],
  total_amount: NO_TOTAL,
  customer_id: CUSTOMER,
};
const LENGTH_CHANGED = { booking_id: BOOKING, ...WHEN, duration: 90, from: { duration: 60 } };
const REINSTATED = { booking_id: BOOKING, ...WHEN, status: 'confirmed' };
export const ENDED = { booking_id: BOOKING, message_id: MESSAGE, channel: 'sms', reason: null, code: null };

const MAIL = { message_id: '00000000-0000-4000-8000-000000000032', channel: 'email' };

/**
 * The type, subject and data under which programs outside get each event of `event-fixtures.json`; null if they never
 * get it. A further example of a type whose data differs is named by its number.
 */
export const TOLD: Readonly<Record<string, readonly [string, string | undefined, object] | null>> = {
  LogOpened: NEVER,
  SlotTaken: NEVER,
  SlotReleased: NEVER,
  SlotHeld: NEVER,
  SlotHoldDropped: NEVER,
  DateBlocked: ['day.changed', DATE.date, { ...DATE_BLOCK, change: 'date_blocked' }],
  BlockReasonChanged: NEVER,
  DateUnblocked: ['day.changed', DATE.date, { ...DATE_BLOCK, change: 'date_unblocked' }],
  TimeBlocked: ['day.changed', DATE.date, TIME_BLOCKED],
  'TimeBlocked, 2': ['day.changed', DATE.date, { ...TIME_BLOCKED, ...OF_ONE }],
  BlockedTimeMoved: [
    'day.changed',
    DATE.date,
    { ...TIME_BLOCK, change: 'blocked_time_moved', start_time: '12:30', end_time: '13:30' },
  ],
  TimeUnblocked: ['day.changed', DATE.date, { ...TIME_BLOCK, change: 'time_unblocked' }],
  DayHoursSet: ['day.changed', DATE.date, HOURS_SET],
  'DayHoursSet, 2': ['day.changed', DATE.date, { ...HOURS_SET, ...OF_ONE }],
  DayHoursCleared: ['day.changed', DATE.date, { ...DATE, change: 'hours_cleared' }],
  'DayHoursCleared, 2': ['day.changed', DATE.date, { ...DATE, change: 'hours_cleared', ...OF_ONE }],
  BookingRequested: ['appointment.requested', BOOKING, REQUESTED],
  'BookingRequested, 4': ['appointment.requested', BOOKING, { ...REQUESTED, ...OF_FIRST }],
  BookingRescheduled: ['appointment.moved', BOOKING, { booking_id: BOOKING, ...WHEN, from: TIMES }],
  'BookingRescheduled, 3': [
    'appointment.moved',
    BOOKING,
    { booking_id: BOOKING, ...WHEN, ...OF_FIRST, from: { ...TIMES, ...OF_FIRST } },
  ],
  BookingLengthChanged: ['appointment.length_changed', BOOKING, LENGTH_CHANGED],
  'BookingLengthChanged, 3': ['appointment.length_changed', BOOKING, { ...LENGTH_CHANGED, ...OF_FIRST }],
  BookingServicesChanged: [
    'appointment.services_changed',
    BOOKING,
    {
      booking_id: BOOKING,
      services: [{ id: 'womens-haircut', price_cents: 6_500, duration: 60 }],
      total_amount: '$65.00',
    },
  ],
  BookingReinstated: ['appointment.reinstated', BOOKING, REINSTATED],
  'BookingReinstated, 4': ['appointment.reinstated', BOOKING, { ...REINSTATED, ...OF_FIRST }],
  BookingConfirmed: ['appointment.confirmed', BOOKING, { booking_id: BOOKING, status: 'confirmed' }],
  BookingUnconfirmed: ['appointment.unconfirmed', BOOKING, { booking_id: BOOKING, status: 'pending' }],
  BookingCancelled: [
    'appointment.cancelled',
    BOOKING,
    { booking_id: BOOKING, status: 'cancelled', reason: 'customer_request' },
  ],
  BookingCompleted: [
    'appointment.completed',
    BOOKING,
    {
      booking_id: BOOKING,
      status: 'completed',
      amount_cents: 6_500,
      payment_method: 'card',
      payments: [],
      tip_cents: 1_000,
      lines: [],
    },
  ],
  'BookingCompleted, 2': [
    'appointment.completed',
    BOOKING,
    {
      booking_id: BOOKING,
      status: 'completed',
      amount_cents: 6_500,
      payment_method: 'card',
      payments: [
        { method: 'cash', cents: 2_000 },
        { method: 'card', cents: 4_500 },
      ],
      tip_cents: 1_000,
      lines: [
        { service_id: 'womens-haircut', cents: 6_000 },
        { service_id: null, cents: 500 },
      ],
    },
  ],
  BookingReopened: [
    'appointment.reopened',
    BOOKING,
    { booking_id: BOOKING, status: 'confirmed', total_amount: NO_TOTAL },
  ],
  BookingContactCorrected: NEVER,
  CustomerArrived: NEVER,
  ArrivalTakenBack: NEVER,
  VisitNoted: NEVER,
  SmsConsentChanged: NEVER,
  BookingDeleted: ['appointment.deleted', BOOKING, { booking_id: BOOKING }],
  BookingLinked: ['customer.linked', CUSTOMER, { customer_id: CUSTOMER, booking_id: BOOKING }],
  BookingErased: NEVER,
  SlotClaimLapsed: NEVER,
  HoursAdded: [
    'hours.changed',
    HOURS.hours_id,
    { ...HOURS, change: 'added', day_of_week: 2, start_time: '09:00', end_time: '21:00' },
  ],
  HoursChanged: [
    'hours.changed',
    HOURS.hours_id,
    { ...HOURS, change: 'changed', start_time: '09:00', end_time: '20:00' },
  ],
  HoursSwitched: ['hours.changed', HOURS.hours_id, { ...HOURS, change: 'switched', is_available: false }],
  HoursRemoved: ['hours.changed', HOURS.hours_id, { ...HOURS, change: 'removed' }],
  HoursRestored: [
    'hours.changed',
    HOURS.hours_id,
    {
      ...HOURS,
      change: 'restored',
      day_of_week: 2,
      start_time: '09:00',
      end_time: '21:00',
      is_available: false,
    },
  ],
  ServiceAdded: ['service.added', OFFER.service_id, { ...OFFER, active: true }],
  'ServiceAdded, 2': ['service.added', OFFER.service_id, { ...OFFER, ...GAP, active: true }],
  ServiceChanged: ['service.changed', OFFER.service_id, OFFER],
  'ServiceChanged, 2': ['service.changed', OFFER.service_id, { ...OFFER, ...GAP }],
  ServiceActivated: ['service.activated', OFFER.service_id, OF_SERVICE],
  ServiceDeactivated: ['service.deactivated', OFFER.service_id, OF_SERVICE],
  ServiceRemoved: ['service.removed', OFFER.service_id, OF_SERVICE],
  ServiceRestored: ['service.restored', OFFER.service_id, { ...OFFER, active: true }],
  'ServiceRestored, 2': ['service.restored', OFFER.service_id, { ...OFFER, ...GAP, active: true }],
  CustomerRegistered: [
    'customer.added',
    CUSTOMER,
    { customer_id: CUSTOMER, booking_id: BOOKING, import_id: null },
  ],
  CustomerImported: [
    'customer.added',
    CUSTOMER,
    { customer_id: CUSTOMER, booking_id: null, import_id: '00000000-0000-4000-8000-000000000071' },
  ],
  CustomerAdded: ['customer.added', CUSTOMER, { customer_id: CUSTOMER, booking_id: null, import_id: null }],
  CustomerContactAdded: ['customer.changed', CUSTOMER, { customer_id: CUSTOMER }],
  CustomerChanged: ['customer.changed', CUSTOMER, { customer_id: CUSTOMER }],
  CustomerErased: ['customer.erased', CUSTOMER, { customer_id: CUSTOMER }],
  CustomersMerged: [
    'customer.merged',
    CUSTOMER,
    { customer_id: CUSTOMER, into: '00000000-0000-4000-8000-000000000022', merge_id: MERGE },
  ],
  CustomersSplit: ['customer.split', undefined, { merge_id: MERGE }],
  CustomersErased: NEVER,
  ImportStarted: NEVER,
  ImportFinished: NEVER,
  ImportUndone: NEVER,
  ImportUndoClosed: NEVER,
  MessageRequested: NEVER,
  MessageAttempted: NEVER,
  MessageNotSent: NEVER,
  // The provider's report follows, and only that is told.
  MessageSent: NEVER,
  MessageDelivered: ['message.ended', BOOKING, { ...ENDED, result: 'delivered' }],
  MessageFailed: ['message.ended', BOOKING, { ...ENDED, result: 'failed', code: 30_003 }],
  MessageOutcomeUnknown: ['message.ended', BOOKING, { ...ENDED, result: 'unknown', reason: 'no-answer' }],
  MessageSuppressed: [
    'message.ended',
    BOOKING,
    { ...ENDED, message_id: null, result: 'suppressed', reason: 'no-consent' },
  ],
  MailSent: ['message.ended', BOOKING, { ...ENDED, ...MAIL, result: 'kept' }],
  MailFailed: ['message.ended', BOOKING, { ...ENDED, ...MAIL, result: 'failed', code: 550 }],
  MailOutcomeUnknown: [
    'message.ended',
    BOOKING,
    { ...ENDED, ...MAIL, result: 'unknown', reason: 'no-answer' },
  ],
  MailSuppressed: [
    'message.ended',
    BOOKING,
    { ...ENDED, ...MAIL, message_id: null, result: 'suppressed', reason: 'no-address' },
  ],
  ReplyReceived: NEVER,
  ReplyDismissed: NEVER,
  MessageDismissed: NEVER,
  NumberOptedOut: NEVER,
  NumberOptedIn: NEVER,
  SendingPaused: NEVER,
  SendingResumed: NEVER,
  PictureChosen: NEVER,
  DrawnPictureChosen: NEVER,
  SendingKeysChanged: NEVER,
  ReviewAdded: NEVER,
  ReviewChanged: NEVER,
  ReviewRemoved: NEVER,
  ReviewRestored: NEVER,
  ReviewErased: NEVER,
  StylistAdded: [
    'stylist.added',
    STYLIST,
    {
      stylist_id: STYLIST,
      services: [{ id: 'womens-haircut', minutes: 45, price_cents: 7_500 }, { id: 'full-color' }],
      order: 1,
      online: true,
    },
  ],
  StylistChanged: [
    'stylist.changed',
    STYLIST,
    { stylist_id: STYLIST, services: null, order: 0.5, online: false },
  ],
  StylistHoursSet: [
    'stylist.hours_set',
    STYLIST,
    {
      stylist_id: STYLIST,
      week: [{ day_of_week: 2, windows: [{ start_time: '09:00', end_time: '18:00' }] }],
    },
  ],
  'StylistHoursSet, 2': ['stylist.hours_set', STYLIST, { stylist_id: STYLIST, week: null }],
  StylistActivated: ['stylist.activated', STYLIST, { stylist_id: STYLIST }],
  StylistDeactivated: ['stylist.deactivated', STYLIST, { stylist_id: STYLIST }],
  StylistErased: ['stylist.erased', STYLIST, { stylist_id: STYLIST }],
  ConnectionMade: NEVER,
  ConnectionMoved: NEVER,
  ConnectionSecretMade: NEVER,
  ConnectionRevoked: NEVER,
  PersonInvited: NEVER,
  RoleGranted: NEVER,
  RoleRevoked: NEVER,
  SettingsChanged: NEVER,
};
