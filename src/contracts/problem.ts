import { z } from 'zod';
import { AffectedBookings } from './bookings/affected-bookings.ts';
import { InTheWay } from './bookings/in-the-way.ts';
import { Change } from './change.ts';
import { Holder } from './customers/holder.ts';

/**
 * Every way in which a request can fail, with the HTTP status and the text shown to people. The exact texts are part of the
 * interface: clients, including the site's pages, recognize some of them by the words that they contain.
 *
 * 400 means that the request itself is wrong. 409 means that it breaks a rule that depends on the clock, the calendar or the
 * booking's state, so that the same request may succeed later.
 */
export const PROBLEMS = {
  'validation-failed': { status: 400, detail: 'The request is not valid.' },
  'invalid-name': { status: 400, detail: 'Invalid name: it must have 2 to 100 characters.' },
  'invalid-email': { status: 400, detail: 'Invalid email: it does not look like an address.' },
  'invalid-phone': { status: 400, detail: 'Invalid phone: it must be a complete phone number.' },
  'sms-consent-required': { status: 400, detail: 'Consent to SMS notifications is required to book online.' },
  'unknown-service': { status: 400, detail: 'One of the services is not offered.' },
  'unknown-stylist': { status: 400, detail: 'There is no such stylist.' },
  'service-name-required': { status: 400, detail: 'Please enter a name for the service.' },
  'invalid-price': { status: 400, detail: 'Please enter a price of 0 or more, with two decimals at most.' },
  'invalid-duration': { status: 400, detail: 'The duration must be 15 minutes or more, in steps of 15.' },
  'invalid-gap': {
    status: 400,
    detail:
      'The free stretch must lie within the service, in steps of 5 minutes, with work before and after it.',
  },
  'invalid-time-zone': { status: 400, detail: 'Please choose a time zone.' },
  'block-reason-required': { status: 400, detail: 'Please enter a reason for blocking the date.' },
  'date-past': { status: 400, detail: 'This day is over, so its hours can no longer be changed.' },
  'customer-name-too-short': { status: 400, detail: 'Customer name must be at least 2 characters' },
  'customer-email-invalid': { status: 400, detail: 'Please enter a valid email address' },
  'customer-phone-invalid': { status: 400, detail: 'Please enter a valid phone number' },
  'birthday-month-invalid': { status: 400, detail: 'The month of the birthday must be from 1 to 12' },
  'birthday-day-invalid': { status: 400, detail: 'The day of the birthday must be from 1 to 31' },
  'birthday-impossible': { status: 400, detail: 'The month of the birthday has no such day' },
  'appointment-time-required': { status: 400, detail: 'Please select appointment date and time' },
  'services-required': { status: 400, detail: 'Please select at least one service' },
  'new-time-required': { status: 400, detail: 'Please select a new date and time' },
  'cancellation-reason-required': { status: 400, detail: 'Please select a reason for the cancellation' },
  'picture-refused': { status: 400, detail: 'This picture cannot be shown. Please send another one.' },
  'picture-alt-required': { status: 400, detail: 'Please say in words what the picture shows.' },
  'malformed-body': { status: 400, detail: 'The body is not valid JSON.' },
  'malformed-request': { status: 400, detail: 'The request is not valid HTTP.' },
  unauthorized: { status: 401, detail: 'This link is not valid.' },
  'sign-in-required': { status: 401, detail: 'Please sign in.' },
  'api-key-invalid': { status: 401, detail: 'There is no such API key. It may have been revoked.' },
  'second-factor-required': { status: 403, detail: 'Please enter the code of your second factor.' },
  'fresh-sign-in-required': {
    status: 403,
    detail: 'You signed in a while ago. Please sign in again, so that we know it is you.',
  },
  'stronger-password-required': {
    status: 403,
    detail: 'Please choose a stronger password first: administrators need at least 10 characters.',
  },
  forbidden: { status: 403, detail: 'Access denied.' },
  'not-for-this-key': {
    status: 403,
    detail: 'This API key opens other areas, or it may read only.',
  },
  'suspicious-booking': { status: 403, detail: 'Suspicious booking pattern: please contact us directly.' },
  'not-found': { status: 404, detail: 'There is nothing here.' },
  'booking-not-found': { status: 404, detail: 'The booking was not found. It may have been removed.' },
  // An open transaction or a rebuild keeps what is recorded from being shown. The same request succeeds later.
  'booking-being-recorded': {
    status: 404,
    detail: 'We’re just recording your booking. Please try again in a moment.',
  },
  'short-link-not-found': { status: 404, detail: 'This booking link is not valid or has expired.' },
  'method-not-allowed': { status: 405, detail: 'This address does not answer that method.' },
  'slot-taken': { status: 409, detail: 'That time was just taken. Please choose another.' },
  'slot-id-used': { status: 409, detail: 'That claim on the time has lapsed. Please try again.' },
  'date-blocked': { status: 409, detail: 'The salon is closed on that date. Please choose another.' },
  'time-blocked': { status: 409, detail: 'That time is blocked. Please choose another.' },
  'not-offered': { status: 409, detail: 'That time is outside our opening hours. Please choose another.' },
  'stylist-unavailable': {
    status: 409,
    detail: 'This stylist does not take this appointment. Please choose another, or call us.',
  },
  'nobody-does-all': {
    status: 409,
    detail: 'Nobody does all of these services. Please choose fewer, or call us.',
  },
  'off-grid': {
    status: 409,
    detail: 'That time lies between our starting times. Please choose one of the free times.',
  },
  'too-short-notice': {
    status: 409,
    detail: 'That time is too soon to book online. Please choose a later one, or call us.',
  },
  'time-zone-fixed': { status: 409, detail: 'There are appointments already, so the time zone stays.' },
  'set-by-server': { status: 409, detail: 'This is set by the server’s settings: change it there.' },
  'same-time': { status: 409, detail: 'The appointment is at that time already.' },
  'same-length': { status: 409, detail: 'The appointment ends at that time already.' },
  'same-services': { status: 409, detail: 'The appointment has these services and prices already.' },
  'ends-before-start': {
    status: 409,
    detail: 'The appointment would end before it begins. Please choose a later end.',
  },
  'outside-move-times': {
    status: 409,
    detail: 'Online, an appointment can be moved to a start from 9:00 AM to 5:00 PM. Please choose another.',
  },
  'outside-staff-times': {
    status: 409,
    detail:
      'A new appointment starts every 30 minutes from 8:00 AM to 8:00 PM, or from an opening time. Please choose another time.',
  },
  'off-five-minutes': {
    status: 409,
    detail: 'An appointment starts in steps of five minutes, such as 10:05 AM. Please choose another time.',
  },
  'past-midnight': {
    status: 409,
    detail: 'The appointment would last beyond midnight. Please choose an earlier time.',
  },
  'time-skipped': { status: 409, detail: 'That time does not exist on that day: the clocks go forward.' },
  'not-a-walk-in-time': {
    status: 409,
    detail: 'A walk-in begins today, in steps of five minutes, and no later than now.',
  },
  'not-a-walk-in': {
    status: 409,
    detail: 'Only a walk-in gets its name here. Please change the name on the customer’s profile.',
  },
  'in-the-past': { status: 409, detail: 'Cannot book appointments in the past.' },
  'too-far-ahead': { status: 409, detail: 'Appointment date too far: bookings open 6 months ahead.' },
  'rebuild-running': { status: 409, detail: 'This is being rebuilt already.' },
  'not-stopped': { status: 409, detail: 'This has not stopped.' },
  'no-backup-folder': {
    status: 409,
    detail: 'The service has no folder for backups (BACKUP_DIR).',
  },
  'idempotency-key-reused': { status: 409, detail: 'This Idempotency-Key was used for another request.' },
  'booking-too-long': {
    status: 409,
    detail: 'These services take too long to book together online. Please choose fewer, or call us.',
  },
  'moved-too-often': {
    status: 409,
    detail: 'This appointment has been moved many times. Please call us to change it again.',
  },
  'unknown-event': { status: 410, detail: 'There is no such event. Please read the feed from its start.' },
  'event-not-found': { status: 404, detail: 'There is no such entry in the history.' },
  'not-undoable': { status: 409, detail: 'This cannot be undone.' },
  'undo-overtaken': {
    status: 409,
    detail: 'Something else has been decided since, so this cannot be undone any more.',
  },
  'reviews-full': { status: 409, detail: 'There are 50 reviews already. Please erase one first.' },
  'webhooks-full': { status: 409, detail: 'There are 10 addresses already. Please remove one first.' },
  'pictures-full': {
    status: 409,
    detail: 'No more pictures fit. The person who runs the server can make room.',
  },
  'address-taken': { status: 409, detail: 'There is an account with this email address already.' },
  'already-booked': { status: 409, detail: 'This booking exists already.' },
  'already-cancelled': { status: 409, detail: 'This appointment has already been cancelled.' },
  'already-completed': { status: 409, detail: 'This appointment has already taken place.' },
  'already-confirmed': { status: 409, detail: 'This appointment is already confirmed.' },
  'not-cancelled': { status: 409, detail: 'This appointment is not cancelled.' },
  'not-started': { status: 409, detail: 'This appointment has not started yet.' },
  'self-service-closed': {
    status: 409,
    detail: 'It is too late to change this appointment online. Please call us.',
  },
  'no-text-wanted': {
    status: 409,
    detail: 'There is no consent to texts for this appointment, or no number that can be texted.',
  },
  'number-opted-out': {
    status: 409,
    detail:
      'This number has opted out of text messages by texting STOP. Texts can be enabled once the customer has texted START.',
  },
  'texts-paused': { status: 409, detail: 'Messages are paused. Resume them on the page Messages first.' },
  'too-late-to-text': {
    status: 409,
    detail: 'The appointment has begun or is over, so no text message is sent about it.',
  },
  'too-late-to-mail': {
    status: 409,
    detail: 'The appointment has begun or is over, so no mail is sent about it.',
  },
  'no-mail-address': { status: 409, detail: 'There is no mail address for this appointment any more.' },
  'message-not-found': { status: 404, detail: 'The message was not found. It may have been removed.' },
  'not-resendable': {
    status: 409,
    detail: 'Only a message that failed, or whose fate is unknown, can be sent again, and only once.',
  },
  'not-dismissable': {
    status: 409,
    detail:
      'Only a message that failed, was not sent, or of which nothing is known for minutes can be dismissed.',
  },
  'answered-meanwhile': {
    status: 409,
    detail: 'Somebody has answered this text meanwhile. Please look at their answer first.',
  },
  'already-blocked': { status: 409, detail: 'This date is already blocked.' },
  'block-not-found': {
    status: 404,
    detail: 'This blocked date was not found. It may have been opened again.',
  },
  'blocked-time-not-found': {
    status: 404,
    detail: 'This blocked time was not found. It may have been opened again.',
  },
  'appointments-on-date': {
    status: 409,
    detail: 'There are appointments on this date. They stay where they are if you block it.',
  },
  'hours-overlap': { status: 409, detail: "Make sure the time doesn't overlap with existing slots." },
  'appointments-outside-hours': {
    status: 409,
    detail: 'Appointments would fall outside the opening hours. They stay where they are if you go on.',
  },
  'customer-not-found': { status: 404, detail: 'The customer was not found. They may have been removed.' },
  'not-erased': { status: 404, detail: 'Nothing of this id was erased.' },
  'review-not-found': { status: 404, detail: 'The review was not found. It may have been removed.' },
  'hours-not-found': { status: 404, detail: 'These hours were not found. They may have been removed.' },
  'service-not-found': { status: 404, detail: 'The service was not found. It may have been removed.' },
  'stylist-not-found': { status: 404, detail: 'There is no such stylist. Their name may have been erased.' },
  'stylists-full': {
    status: 409,
    detail: 'There are 30 active stylists already. Please deactivate one first.',
  },
  'last-owner': {
    status: 409,
    detail: 'Somebody has to own the salon. Please make somebody else an owner first.',
  },
  'works-here-already': {
    status: 409,
    detail: 'Somebody with this address works here already. Please change their role in the list.',
  },
  'last-stylist': {
    status: 409,
    detail: 'Somebody has to take the appointments. Please activate another stylist first.',
  },
  'stylist-active': {
    status: 409,
    detail: 'This stylist still takes appointments. Please deactivate them first.',
  },
  'service-exists': { status: 409, detail: 'There is a service with this id already.' },
  'hours-inverted': { status: 409, detail: 'The end must come after the start.' },
  'same-customer': { status: 409, detail: 'These are one customer already.' },
  'already-merged': {
    status: 409,
    detail: 'This customer is merged into another already. Please undo that first.',
  },
  'not-linked-yet': {
    status: 409,
    detail: 'The customer is still being looked up. Please try again in a moment.',
  },
  'not-merged': { status: 409, detail: 'These customers are not merged any more.' },
  'contact-held': { status: 409, detail: 'Somebody has this email or phone number already.' },
  'import-may-hold': {
    status: 409,
    detail:
      'An import is running whose file may have this person’s email or phone and bring them back. Please erase them once it is finished or undone.',
  },
  'import-file-unreadable': { status: 400, detail: 'This file cannot be imported.' },
  'import-running': { status: 409, detail: 'An import is running. Please try again once it is finished.' },
  'api-key-shown': {
    status: 409,
    detail: 'This API key was made already, and a key is shown only once. Please revoke it and make another.',
  },
  'webhook-secret-shown': {
    status: 409,
    detail: 'Somebody else has made this secret, and a secret is shown only once. Please make another.',
  },
  'no-second-factor': {
    status: 409,
    detail: 'Recovery codes stand in for a second factor. Please add one first.',
  },
  'email-link-invalid': {
    status: 409,
    detail: 'This link has expired, or it belongs to another account. Please ask for the change again.',
  },
  'request-timeout': { status: 408, detail: 'The request took too long to arrive.' },
  'code-required': {
    status: 428,
    detail: 'Please confirm with a code, sent to your phone or email, that we can reach you.',
  },
  'code-invalid': {
    status: 409,
    detail: 'That code is not right, or it has expired. Please check it, or ask for a new one.',
  },
  'code-not-sent': {
    status: 409,
    detail: 'We could not send a code that way. Please try the other way, or call us.',
  },
  'too-many-codes': {
    status: 429,
    detail: 'We have sent several codes already. Please wait a while, try the other way, or call us.',
  },
  'version-required': {
    status: 428,
    detail: 'Please say in If-Match which version you have seen.',
  },
  stale: { status: 412, detail: 'This has been changed meanwhile. Please reload.' },
  'payload-too-large': { status: 413, detail: 'The request is too large.' },
  'unsupported-media-type': { status: 415, detail: 'Please send JSON, not compressed.' },
  'misdirected-request': { status: 421, detail: 'This server does not answer for that address.' },
  'headers-too-large': { status: 431, detail: 'The headers of the request are too large.' },
  'rate-limit-exceeded': { status: 429, detail: 'Rate limit exceeded: too many bookings within the hour.' },
  'too-many-requests': { status: 429, detail: 'Too many requests. Please wait a moment.' },
  'too-many-streams': { status: 429, detail: 'This page is open too many times. Please close some tabs.' },
  'too-many-waiting': { status: 429, detail: 'Too many requests are waiting for events already.' },
  'internal-error': { status: 500, detail: 'Something went wrong on our side.' },
  'unreadable-record': {
    status: 503,
    detail: 'This cannot be changed right now. Please contact us directly.',
  },
  'feed-stopped': { status: 503, detail: 'A later release wrote the next event. Please update the service.' },
  'wrong-log': {
    status: 503,
    detail:
      'Our records are not the ones that we had before, so nothing can be changed until the person who runs this service has put that right.',
  },
  unavailable: { status: 503, detail: 'The service is not available right now. Please try again.' },
} as const satisfies Record<string, { status: number; detail: string }>;

export type ProblemCode = keyof typeof PROBLEMS;

export const CodeWay = z.enum(['sms', 'email'], 'Must be sms or email.');
export type CodeWay = z.infer<typeof CodeWay>;

/** The ways by which a code can be sent, and the code that was already sent, if any. */
const ContactCode = z.object({
  by: z.array(CodeWay),
  sent: z.object({ by: CodeWay, expires_at: z.iso.datetime() }).nullable(),
});
export type ContactCode = z.infer<typeof ContactCode>;

/** RFC 9457 problem details, `application/problem+json`. */
export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  /** Set for a 400: the faults, with one entry for each field. */
  errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** For `code-required`: how a code can be sent (`Booking-Code-By`), and which sent code can be entered (`Booking-Code`). */
  contact_code: ContactCode.optional(),
  /** For a change that needs `acknowledged=true`: the existing appointments that it affects but doesn't move. */
  affected: AffectedBookings.optional(),
  /** Set for `contact-held`: the customer who has the email or phone number. */
  holder: Holder.optional(),
  /** For staff whose appointment doesn't fit: the first thing in its way, and the latest end before that. */
  in_the_way: InTheWay.optional(),
  /** Set for `stale`: the present version, which is also the response's ETag. */
  version: z.int().optional(),
  /** Set for `stale`, for staff: the changes since the version that they saw, as far as they are known. The oldest is first. */
  changes: z.array(Change).optional(),
  /** Set for `unavailable` while read models are being filled from the log: the number of events that each has read so far. */
  filling: z.array(z.object({ name: z.string(), events: z.int().min(0) })).optional(),
});
export type Problem = z.infer<typeof Problem>;
