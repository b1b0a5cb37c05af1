import ical, {
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';

/** One appointment as a calendar sees it. */
export interface CalendarEntry {
  /** Never changes, so that a later file updates the entry: the booking's id. */
  readonly uid: string;
  /** Rises with every change; a calendar keeps the highest. */
  readonly sequence: number;
  readonly status: 'TENTATIVE' | 'CONFIRMED' | 'CANCELLED';
  readonly start: Date;
  readonly end: Date;
  /** When the file was made. */
  readonly stamp: Date;
  readonly summary: string;
  readonly description: string;
  readonly location: string;
}

/** For a file that comes by mail (RFC 5546): further mails of the same sender move or remove the entry. */
interface Invitation {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly organizer: { readonly name: string; readonly address: string };
  /** The mail address that it goes to. */
  readonly attendee: string;
}

/** RFC 5545 allows no control character in a text but the tab and, escaped, the line break. */
const printable = (text: string) => text.replace(/[^\P{Cc}\t\r\n]/gu, ' ');

/** An iCalendar file (RFC 5545, `text/calendar; charset=utf-8`) with one appointment; its times are in UTC. */
export function calendarFile(entry: CalendarEntry, invitation?: Invitation): string {
  const method = ICalCalendarMethod[invitation?.method ?? 'PUBLISH'];
  const calendar = ical({ prodId: '//Salon booking//Appointment//EN', method });
  const event = calendar.createEvent({
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
  if (invitation) {
    const { organizer, attendee } = invitation;
    event.organizer({ name: printable(organizer.name), email: organizer.address });
    // A customer who has booked has accepted, and nobody would read an answer.
    event.createAttendee({ email: attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false });
  }
  // The package leaves out the end of the last line.
  return `${calendar.toString()}\r\n`;
}
