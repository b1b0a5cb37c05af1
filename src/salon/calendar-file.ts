import ical, {
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';

export interface CalendarEntry {
  /** The booking's id. It never changes, so that a later file updates the same entry. */
  readonly uid: string;
  /** Rises with every change. A calendar keeps the entry with the highest number. */
  readonly sequence: number;
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  readonly start: Date;
  readonly end: Date;
  readonly stamp: Date;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
}

/** Data for a file that is sent by mail (RFC 5546). Later mails from the same sender can move or remove the entry. */
interface Invitation {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly organizer: { readonly name: string; readonly address: string };
  /** The e-mail address to which the file is sent. */
  readonly attendee: string;
}

/** Replaces control characters. RFC 5545 allows none in a text except tabs and escaped line breaks. */
const printable = (text: string) => text.replace(/[^\P{Cc}\t\r\n]/gu, ' ');

const PROGRAM = '//Salon booking//Appointment//EN';

const addEntry = (calendar: ICalCalendar, entry: CalendarEntry) =>
  calendar.createEvent({
    id: entry.uid,
    sequence: entry.sequence,
    status: ICalEventStatus[entry.status],
    transparency: ICalEventTransparency.OPAQUE,
    start: entry.start,
    end: entry.end,
    stamp: entry.stamp,
    summary: printable(entry.summary),
    description: printable(entry.description),
    location: printable(entry.location),
  });

/** The package leaves out the line break at the end. */
const textOf = (calendar: ICalCalendar) => `${calendar.toString()}\r\n`;

/** An iCalendar file (RFC 5545, `text/calendar; charset=utf-8`) with one appointment. Its times are in UTC. */
export function calendarFile(entry: CalendarEntry, invitation?: Invitation): string {
  const method = ICalCalendarMethod[invitation?.method ?? 'PUBLISH'];
  const calendar = ical({ prodId: PROGRAM, method });
  const event = addEntry(calendar, entry);
  if (invitation) {
    const { organizer, attendee } = invitation;
    event.organizer({ name: printable(organizer.name), email: organizer.address });
    // A customer who has booked has already accepted, and nobody would read a reply, so none is asked for.
    event.createAttendee({ email: attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false });
  }
  return textOf(calendar);
}

/** Calendars should read the bookings again this often, as far as they heed it. */
const READ_AGAIN_SECONDS = 900;

/** An iCalendar file that a calendar subscribes to: it shows what is in it, and drops what no longer is. */
export function calendarFeed(name: string, entries: readonly CalendarEntry[]): string {
  const calendar = ical({
    prodId: PROGRAM,
    method: ICalCalendarMethod.PUBLISH,
    name: printable(name),
    ttl: READ_AGAIN_SECONDS,
  });
  for (const entry of entries) addEntry(calendar, entry);
  return textOf(calendar);
}
