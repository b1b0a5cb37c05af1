import { describe, expect, it } from 'vitest';
import { type CalendarEntry, calendarFile } from '../../src/salon/calendar-file.ts';

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

const unfolded = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');

describe('a calendar file', () => {
  it('says when, in UTC, and which version of which appointment', () => {
    const lines = unfolded(calendarFile(entry));
    expect(lines).toEqual(
      expect.arrayContaining([
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'UID:57637575-62e6-55e3-8049-3763af5b6c77',
        'SEQUENCE:2',
        'STATUS:CONFIRMED',
        'DTSTAMP:20261120T180000Z',
        'DTSTART:20261124T170000Z',
        'DTEND:20261124T174500Z',
      ]),
    );
    expect(lines.at(-1)).toBe('');
    expect(lines.at(-2)).toBe('END:VCALENDAR');
  });

  it('ends every line with CR LF', () => {
    expect(calendarFile({ ...entry, description: 'a\nb\r\nc\rd' }).replaceAll('\r\n', '')).not.toMatch(
      /[\r\n]/,
    );
  });

  it('escapes what means something in it, and lets nobody add a line', () => {
    const description = 'a, b; c\\d\nSTATUS:CANCELLED\u0007';
    expect(unfolded(calendarFile({ ...entry, description }))).toContain(
      'DESCRIPTION:a\\, b\\; c\\\\d\\nSTATUS:CANCELLED ',
    );
  });

  it('folds at 75 octets and never within a character', () => {
    const summary = 'Färben & Föhnen 💇 '.repeat(12);
    const file = calendarFile({ ...entry, summary });
    for (const line of file.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(unfolded(file)).toContain(`SUMMARY:${summary}`);
  });
});
