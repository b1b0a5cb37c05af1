/** One appointment as a calendar sees it. */
export interface CalendarEntry {
  /** The same for ever, so that a later file updates the entry: the booking's id. */
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

const MAX_LINE_OCTETS = 75;

/** `20261120T173000Z`. */
const instant = (date: Date) => `${date.toISOString().replace(/[-:]|\.\d+/g, '')}`;

// biome-ignore lint/suspicious/noControlCharactersInRegex: a calendar's text may hold none but the line break.
const CONTROL = /[\u0000-\u0009\u000b-\u001f\u007f]/g;

const text = (value: string) =>
  value
    .replace(/\r\n?/g, '\n')
    .replace(CONTROL, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');

/** Lines longer than 75 octets go on in the next one after a space; a character is never cut in two. */
function folded(line: string): string {
  const encoder = new TextEncoder();
  const lines: string[] = [];
  let current = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > MAX_LINE_OCTETS) {
      lines.push(current);
      current = ' ';
      octets = 1;
    }
    current += character;
    octets += size;
  }
  return [...lines, current].join('\r\n');
}

/** An iCalendar file (RFC 5545, `text/calendar; charset=utf-8`) with one appointment. */
export function calendarFile(entry: CalendarEntry): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Salon booking//Appointment//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${text(entry.uid)}`,
    `SEQUENCE:${entry.sequence}`,
    `DTSTAMP:${instant(entry.stamp)}`,
    `DTSTART:${instant(entry.start)}`,
    `DTEND:${instant(entry.end)}`,
    `SUMMARY:${text(entry.summary)}`,
    `DESCRIPTION:${text(entry.description)}`,
    `LOCATION:${text(entry.location)}`,
    `STATUS:${entry.status}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('');
}
