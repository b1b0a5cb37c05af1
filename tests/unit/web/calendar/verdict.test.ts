import { describe, expect, it } from 'vitest';
import { without } from '../../../../src/salon/slots.ts';
import { type DayColumn, isRefused, verdictOn } from '../../../../web/admin/calendar/plan/verdict.ts';

const at = (start: number, end: number) => ({ start, end });
const column: DayColumn = {
  open: [at(540, 720), at(780, 1080)],
  isBlocked: false,
  over: 599,
  taken: [{ id: 'ada', ...at(660, 720) }],
};

describe('where an appointment may be dropped', () => {
  it('is free time within the opening hours', () => {
    expect(verdictOn(at(600, 660), column)).toBe('free');
    expect(verdictOn(at(780, 1080), column)).toBe('free');
  });

  it('is not over another one, however little they overlap', () => {
    expect(verdictOn(at(615, 675), column)).toBe('taken');
    expect(verdictOn(at(600, 1000), column)).toBe('taken');
  });

  it('is not over a blocked part of the day, which is told apart', () => {
    const lunch = { id: 'lunch', ...at(780, 840), isBlock: true as const };
    const blocked = { ...column, taken: [...column.taken, lunch] };
    expect(verdictOn(at(810, 870), blocked)).toBe('time-blocked');
    expect(isRefused('time-blocked')).toBe(true);
    expect(verdictOn(at(700, 800), blocked)).toBe('taken');
  });

  it('may be its own time', () => {
    expect(verdictOn(at(645, 705), column, 'ada')).toBe('free');
  });

  it('is outside the opening hours before, after and across a break, which staff may choose', () => {
    expect(verdictOn(at(1065, 1125), column)).toBe('outside-hours');
    expect(verdictOn(at(720, 780), column)).toBe('outside-hours');
    expect(verdictOn(at(700, 800), column, 'ada')).toBe('outside-hours');
    expect(isRefused('outside-hours')).toBe(false);
  });

  it('has to lie within one window, as the server wants it, also where two meet', () => {
    const touching = { ...column, open: [at(540, 720), at(720, 1080)] };
    expect(verdictOn(at(690, 750), touching, 'ada')).toBe('outside-hours');
  });

  it('is neither past nor on a blocked date', () => {
    expect(verdictOn(at(585, 645), column)).toBe('past');
    expect(verdictOn(at(599, 645), column)).toBe('past');
    expect(verdictOn(at(600, 660), { ...column, isBlocked: true })).toBe('blocked');
    expect((['past', 'blocked', 'taken', 'free'] as const).map(isRefused)).toEqual([true, true, true, false]);
  });
});

it('hatches what lies between the opening hours', () => {
  const shown = at(480, 1140);
  expect(without([shown], column.open)).toEqual([at(480, 540), at(720, 780), at(1080, 1140)]);
  expect(without([shown], [])).toEqual([shown]);
  expect(without([shown], [shown])).toEqual([]);
});
