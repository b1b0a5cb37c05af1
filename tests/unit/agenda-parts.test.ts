import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agendaDecider } from '../../src/features/booking/agenda/decider.ts';
import { type AgendaEvent, agendaStream, parseAgendaId } from '../../src/features/booking/agenda/events.ts';
import { collide, partsOf } from '../../src/salon/parts.ts';
import { overlaps } from '../../src/salon/slots.ts';
import { id } from '../support/booking/agenda-facts.ts';

describe('the id of a salon day', () => {
  it('is the name of its stream', () => {
    expect(parseAgendaId(agendaStream('2026-11-24'))).toEqual({ date: '2026-11-24' });
  });

  it.each([
    'agenda-2026-11-24-ann',
    'agenda-2026-11-24-',
    'agenda-2026-11-31',
    'agenda-2026-11',
    'agenda-',
    'agenda-2026-11-24 ',
    'agenda2026-11-24',
    'booking-2026-11-24',
    'x-agenda-2026-11-24',
  ])('is not %o', (stream) => {
    expect(() => parseAgendaId(stream)).toThrow(RangeError);
  });
});

describe('a slot', () => {
  it('occupies the only resource from start to end', () => {
    expect(partsOf({ start: 600, end: 660 })).toEqual([{ resource: 'first', start: 600, end: 660 }]);
  });

  it('collides only on one resource at one time', () => {
    const ann = { resource: 'ann', start: 600, end: 660 };
    const bea = { resource: 'bea', start: 600, end: 660 };
    expect(collide([ann], [bea])).toBe(false);
    expect(collide([ann, { ...bea, start: 630 }], [{ ...bea, end: 631 }])).toBe(true);
    expect(collide([ann, { ...bea, start: 630 }], [{ ...bea, end: 630 }])).toBe(false);
    expect(collide([], [ann])).toBe(false);
  });
});

const time = fc
  .tuple(fc.integer({ min: 530, max: 640 }), fc.integer({ min: 1, max: 90 }))
  .map(([start, length]) => ({ start, end: start + length }));
const holdId = fc.nat({ max: 5 }).map((n) => id(n));
const event: fc.Arbitrary<AgendaEvent> = fc.oneof(
  fc.record({ holdId, time }).map(
    ({ holdId, time }): AgendaEvent => ({
      type: 'SlotHeld',
      data: { holdId, ...time, expiresAt: '2026-11-20T18:10:00Z' },
    }),
  ),
  fc.record({ slotId: fc.uuid(), time, fromHold: holdId }).map(
    ({ slotId, time, fromHold }): AgendaEvent => ({
      type: 'SlotTaken',
      data: { slotId, bookingId: id(9), ...time, fromHold },
    }),
  ),
  holdId.map((holdId): AgendaEvent => ({ type: 'SlotHoldDropped', data: { holdId } })),
);

describe('the holds of a day', () => {
  it('are those neither dropped, converted nor overlapped since, at any minutes', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (history) => {
        const state = history.reduce(agendaDecider.evolve, agendaDecider.initialState());
        let expected = new Map<string, { start: number; end: number }>();
        for (const { type, data } of history) {
          if (type === 'SlotHeld') expected.set(data.holdId, { start: data.start, end: data.end });
          if (type === 'SlotHoldDropped') expected.delete(data.holdId);
          if (type === 'SlotTaken')
            expected = new Map(
              [...expected].filter(([holdId, hold]) => holdId !== data.fromHold && !overlaps(hold, data)),
            );
        }
        const held = [...state.holds].map(([holdId, { start, end }]) => [holdId, { start, end }]);
        expect(new Map(held as [string, { start: number; end: number }][])).toEqual(expected);
      }),
    );
  });
});
