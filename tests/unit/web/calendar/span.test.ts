import { describe, expect, it } from 'vitest';
import {
  askedMoment,
  calendarAddress,
  loadedDays,
  monthWeeks,
  readAddress,
  spanTitle,
  turned,
  weekOf,
} from '../../../../web/admin/calendar/plan/span.ts';

const TODAY = '2026-11-20';
const read = (query: string) => readAddress(new URLSearchParams(query), TODAY);

describe('the address of the calendar', () => {
  it('names the view and the day', () => {
    expect(read('view=day&date=2026-12-03')).toEqual({ view: 'day', date: '2026-12-03' });
    expect(calendarAddress({ view: 'day', date: '2026-12-03' })).toBe('?view=day&date=2026-12-03');
  });

  it('keeps the moment that it names, and no other text', () => {
    const position = '0'.repeat(31).concat('7');
    const instant = '2026-11-19T20:30:00.000Z';
    for (const at of [position, instant]) {
      const span = { view: 'day', date: '2026-12-03', at } as const;
      expect(read(calendarAddress(span).slice(1))).toEqual(span);
      expect(turned(span, 1)).toEqual({ ...span, date: '2026-12-04' });
    }
    expect([askedMoment(position), askedMoment(instant)]).toEqual([{ at: position }, { as_of: instant }]);
    for (const at of ['yesterday', '2026-13-99T99:99:99Z', `${position}0`])
      expect(read(`view=day&date=2026-12-03&at=${at}`)).toEqual({ view: 'day', date: '2026-12-03' });
  });

  it('is this week where it names nothing, or nothing that there is', () => {
    expect(read('')).toEqual({ view: 'week', date: TODAY });
    expect(read('view=year&date=2026-02-30')).toEqual({ view: 'week', date: TODAY });
  });
});

describe('the shown span', () => {
  it('is a week from Sunday to Saturday', () => {
    expect(weekOf('2026-11-20')).toEqual([
      '2026-11-15',
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
    ]);
    expect(weekOf('2026-11-15')[0]).toBe('2026-11-15');
  });

  it('is whole weeks around a month', () => {
    const weeks = monthWeeks('2026-11-20');
    expect(weeks).toHaveLength(5);
    expect([weeks[0]?.[0], weeks.at(-1)?.at(-1)]).toEqual(['2026-11-01', '2026-12-05']);
    expect(monthWeeks('2026-08-01')).toHaveLength(6);
    expect(monthWeeks('2026-02-10')).toHaveLength(4);
  });

  it('is what is loaded', () => {
    expect(loadedDays({ view: 'day', date: TODAY })).toEqual({ from: TODAY, to: TODAY });
    expect(loadedDays({ view: 'week', date: TODAY })).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    // A phone also shows how much there is on the other days of the week.
    for (const view of ['day', 'week'] as const)
      expect(loadedDays({ view, date: TODAY }, true)).toEqual({ from: '2026-11-15', to: '2026-11-21' });
    // No more appointments of a day than a month has room for.
    expect(loadedDays({ view: 'month', date: TODAY })).toEqual({
      from: '2026-11-01',
      to: '2026-12-05',
      per_day: '2',
    });
  });

  it('has a title', () => {
    expect(spanTitle({ view: 'day', date: TODAY })).toBe('Nov 20, 2026');
    expect(spanTitle({ view: 'week', date: TODAY })).toBe('Nov 15 – 21, 2026');
    expect(spanTitle({ view: 'week', date: '2026-12-01' })).toBe('Nov 29 – Dec 5, 2026');
    expect(spanTitle({ view: 'week', date: '2026-12-31' })).toBe('Dec 27, 2026 – Jan 2, 2027');
    expect(spanTitle({ view: 'month', date: TODAY })).toBe('November 2026');
  });
});

describe('previous and next', () => {
  it('turn by what is shown', () => {
    expect(turned({ view: 'day', date: '2026-11-30' }, 1)).toEqual({ view: 'day', date: '2026-12-01' });
    expect(turned({ view: 'week', date: TODAY }, -1)).toEqual({ view: 'week', date: '2026-11-13' });
  });

  it('keep within the next month when it is shorter', () => {
    expect(turned({ view: 'month', date: '2026-01-31' }, 1)).toEqual({ view: 'month', date: '2026-02-28' });
    expect(turned({ view: 'month', date: '2026-12-15' }, 1)).toEqual({ view: 'month', date: '2027-01-15' });
  });

  it('stay on days that exist for us', () => {
    expect(turned({ view: 'day', date: '2199-12-31' }, 1)).toEqual({ view: 'day', date: '2199-12-31' });
    expect(turned({ view: 'day', date: '1900-01-01' }, -1)).toEqual({ view: 'day', date: '1900-01-01' });
  });
});
