import { describe, expect, it } from 'vitest';
import { endingAt, isSameStretch, movedTo, partsOf, stretchOf, timeOf } from '../../src/salon/parts.ts';
import { FIRST_STYLIST, gapBy, timeBy } from '../../src/salon/team.ts';

const part = (start: number, end: number) => ({ resource: 'first', start, end });
const colour = { duration: 120, gap: { start: 30, end: 75 } };
const cut = { duration: 45 };

describe('the time of services', () => {
  it.each([
    ['one service without a gap', [cut], 45, undefined],
    ['services without gaps', [cut, cut], 90, undefined],
    ['a service with a gap', [colour], 120, [part(0, 30), part(75, 120)]],
    ['work that touches', [cut, colour, cut], 210, [part(0, 75), part(120, 210)]],
    ['two gaps', [colour, colour], 240, [part(0, 30), part(75, 150), part(195, 240)]],
    ['a service that ends in its gap', [{ ...colour, duration: 60 }], 60, [part(0, 30)]],
    ['a service that ends before its gap', [{ ...colour, duration: 30 }], 30, undefined],
    ['a longer service', [{ ...colour, duration: 150 }], 150, [part(0, 30), part(75, 150)]],
  ])('%s', (_, services, end, parts) => {
    expect(timeOf(services)).toEqual({ start: 0, end, ...(parts && { parts }) });
  });
});

describe('the time of a service with a gap, as a stylist does it', () => {
  const by = (minutes?: number) => ({ ...FIRST_STYLIST, services: [{ id: 'colour', minutes }] });
  const offered = { id: 'colour', ...colour };

  it.each([
    ['as long as in the catalogue', undefined, 120, [part(0, 30), part(75, 120)]],
    ['longer: the last stretch', 150, 150, [part(0, 30), part(75, 150)]],
    ['shorter: the last stretch', 90, 90, [part(0, 30), part(75, 90)]],
    ['so short that the gap has grown beyond it: without the gap', 75, 75, undefined],
  ])('%s', (_, minutes, end, parts) => {
    expect(timeBy(by(minutes), [offered])).toEqual({ start: 0, end, ...(parts && { parts }) });
  });

  it('keeps the gap of a visit that staff have made shorter', () => {
    expect(gapBy(by(75), { ...offered, duration: 60 })).toEqual(colour.gap);
    expect(gapBy(by(75), { ...offered, duration: 75 })).toBe(null);
  });
});

describe('a time with parts', () => {
  const time = movedTo(600, timeOf([colour]));

  it('keeps its shape when it moves', () => {
    expect(movedTo(540, time)).toEqual({ start: 540, end: 660, parts: [part(540, 570), part(615, 660)] });
  });

  it.each([
    ['later: its last part is longer', 750, [part(600, 630), part(675, 750)]],
    ['earlier: its last part is cut', 690, [part(600, 630), part(675, 690)]],
    ['in its gap: the last part goes', 660, [part(600, 630)]],
    ['with its first part: it has no parts any more', 630, undefined],
    ['in its first part', 615, undefined],
  ])('ends %s', (_, end, parts) => {
    expect(endingAt(end, time)).toEqual({ start: 600, end, ...(parts && { parts }) });
  });

  it('is another than one without, or with other parts', () => {
    expect(isSameStretch(time, { ...time, parts: [...(time.parts ?? [])] })).toBe(true);
    expect(isSameStretch(time, { start: 600, end: 720 })).toBe(false);
    expect(isSameStretch(time, { ...time, parts: [part(600, 630), part(680, 720)] })).toBe(false);
  });

  it('says nothing more with one part of the first stylist from start to end', () => {
    expect(stretchOf({ start: 600, end: 660, parts: [part(600, 660)] })).toEqual({ start: 600, end: 660 });
    expect(
      stretchOf({ start: 600, end: 660, parts: [{ ...part(600, 660), resource: 'bea' }] }),
    ).toHaveProperty('parts');
    expect(partsOf({ start: 600, end: 660 })).toEqual([part(600, 660)]);
  });
});
