import ICAL from 'ical.js';

/** An appointment as a calendar shows it. */
export interface Shown {
  readonly start: Date;
  readonly end: Date;
  readonly summary: string;
  readonly status: string;
}

/**
 * A calendar program that reads the invitations in mails (RFC 5546): the highest sequence of an entry counts, a
 * request adds or moves it, and a cancellation takes it away.
 */
export function calendarProgram() {
  const entries = new Map<string, { readonly sequence: number; readonly shown: Shown | null }>();
  return {
    receive(file: string) {
      const calendar = new ICAL.Component(ICAL.parse(file));
      const [component, ...more] = calendar.getAllSubcomponents('vevent');
      if (!component || more.length > 0) throw new Error('expected one entry');
      const event = new ICAL.Event(component);
      const known = entries.get(event.uid);
      if (known && event.sequence < known.sequence) return;
      const isOff = calendar.getFirstPropertyValue('method') === 'CANCEL';
      const shown = {
        start: event.startDate.toJSDate(),
        end: event.endDate.toJSDate(),
        summary: event.summary,
        status: String(component.getFirstPropertyValue('status')),
      };
      entries.set(event.uid, { sequence: event.sequence, shown: isOff ? null : shown });
    },
    /** The entries that it shows, by the ids of appointments. */
    shown: () => new Map([...entries].flatMap(([uid, { shown }]) => (shown ? [[uid, shown] as const] : []))),
  };
}
