import fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { type CalendarEntry, calendarFile } from '../../src/salon/calendar-file.ts';
import { instantOf } from '../../src/salon/salon-time.ts';

const entry: CalendarEntry = {
  uid: '57637575-62e6-55e3-8049-3763af5b6c77',
  sequence: 2,
  status: 'CONFIRMED',
  start: new Date('2026-11-24T17:00:00Z'),
  end: new Date('2026-11-24T17:45:00Z'),
  stamp: new Date('2026-11-20T18:00:00.123Z'),
  summary: "Lumière: Men's Haircut",
  description: 'Bring nothing',
  location: 'Contra Costa Blvd',
};

function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file));
  const [component, ...more] = calendar.getAllSubcomponents();
  if (!component || more.length > 0) throw new Error('expected one event');
  return { calendar, component, event: new ICAL.Event(component) };
}

describe('a calendar file', () => {
  it('says what, when and where, and which version of which appointment', () => {
    const { calendar, component, event } = read(calendarFile(entry));
    expect(calendar.getFirstPropertyValue('version')).toBe('2.0');
    expect(calendar.getFirstPropertyValue('method')).toBe('PUBLISH');
    expect(event.uid).toBe(entry.uid);
    expect(event.sequence).toBe(2);
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
    expect(String(component.getFirstPropertyValue('dtstamp'))).toBe('2026-11-20T18:00:00Z');
    expect(event.summary).toBe(entry.summary);
    expect(event.description).toBe(entry.description);
    expect(event.location).toBe(entry.location);
  });

  it('updates an earlier one by a higher sequence, and cancels it by its status', () => {
    const cancelled = calendarFile({ ...entry, sequence: 3, status: 'CANCELLED' });
    const [before, after] = [calendarFile(entry), cancelled].map(read);
    expect(after?.event.uid).toBe(before?.event.uid);
    expect(after?.event.sequence).toBeGreaterThan(before?.event.sequence ?? 0);
    expect(after?.component.getFirstPropertyValue('status')).toBe('CANCELLED');
  });

  it.each([
    ['before the clocks go forward', '2026-03-08', 60, 240],
    ['on the day they do', '2026-03-08', 540, 600],
    ['in the first of two equal hours', '2026-11-01', 90, 120],
    ['over the hour that comes twice', '2026-11-01', 60, 180],
    ['at the end of the year', '2026-12-31', 1380, 1439],
  ])('names the instants that the salon means, %s', (_when, date, from, to) => {
    const [start, end] = [from, to].map((minute) => instantOf(date, minute, 'America/Los_Angeles'));
    if (!start || !end) throw new Error('a time of the example does not exist');
    const { event } = read(calendarFile({ ...entry, start, end }));
    expect([event.startDate.toJSDate(), event.endDate.toJSDate()]).toEqual([start, end]);
  });

  it('holds any text as it was, except that control characters become spaces', () => {
    // A line break of any kind is the one that the format knows.
    const shown = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\t\n]/gu, ' ');
    const text = fc
      .string({ unit: 'binary', maxLength: 300 })
      .map((binary) => binary.toWellFormed())
      .filter((binary) => shown(binary).trim() !== '');
    const awkward = fc.constantFrom(
      'a, b; c\\d',
      'x\nSTATUS:CANCELLED',
      '\r\nEND:VEVENT\r\n',
      '"q":\t',
      '\\n',
    );
    fc.assert(
      fc.property(fc.oneof(text, awkward), fc.oneof(text, awkward), (summary, description) => {
        const file = calendarFile({ ...entry, summary, description });
        const { event, component } = read(file);
        expect([event.summary, event.description]).toEqual([shown(summary), shown(description)]);
        expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED');
      }),
    );
  });

  it('is made of lines of at most 75 octets, each ended by CR LF, and cuts no character in two', () => {
    const summary = 'Färben & Föhnen 💇 '.repeat(12);
    const description = 'a\nb\r\nc\rd'.repeat(40);
    const file = calendarFile({ ...entry, summary, description });
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    for (const line of file.split('\r\n')) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
      expect(line.isWellFormed()).toBe(true);
    }
    expect(read(file).event.summary).toBe(summary);
  });
});
