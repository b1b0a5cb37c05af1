import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { overlaps } from '../../../../src/salon/slots.ts';
import { lanesOf } from '../../../../web/admin/calendar/plan/lanes.ts';

const at = (start: number, end: number) => ({ start, end });

describe('appointments side by side', () => {
  it('gives one that overlaps nothing the whole width', () => {
    expect(lanesOf([at(540, 600), at(600, 660)])).toEqual([
      { lane: 0, span: 1, lanes: 1 },
      { lane: 0, span: 1, lanes: 1 },
    ]);
  });

  it('halves the width for two that overlap', () => {
    expect(lanesOf([at(540, 600), at(570, 630)])).toEqual([
      { lane: 0, span: 1, lanes: 2 },
      { lane: 1, span: 1, lanes: 2 },
    ]);
  });

  it('reuses a lane that is free again, and widens into lanes that stay free', () => {
    // A long one; beside it two at once, and after those one alone.
    expect(lanesOf([at(540, 720), at(540, 600), at(540, 600), at(630, 660)])).toEqual([
      { lane: 0, span: 1, lanes: 3 },
      { lane: 1, span: 1, lanes: 3 },
      { lane: 2, span: 1, lanes: 3 },
      { lane: 1, span: 2, lanes: 3 },
    ]);
  });

  it('keeps the order in which it was given them', () => {
    const [later, earlier] = lanesOf([at(570, 630), at(540, 600)]);
    expect([earlier?.lane, later?.lane]).toEqual([0, 1]);
  });

  it('never draws two over each other, and wastes no lane', () => {
    const appointment = fc
      .tuple(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 1, max: 16 }))
      .map(([start, length]) => at(start * 15, start * 15 + length * 15));
    fc.assert(
      fc.property(fc.array(appointment, { maxLength: 30 }), (all) => {
        const places = lanesOf(all);
        all.forEach((one, index) => {
          const mine = places[index];
          if (!mine) throw new Error('has no place');
          expect(mine.lane + mine.span).toBeLessThanOrEqual(mine.lanes);
          const atOnce = Math.max(
            ...all.map(
              ({ start }) => all.filter((other) => other.start <= start && start < other.end).length,
            ),
          );
          expect(mine.lanes).toBeLessThanOrEqual(atOnce);
          all.slice(index + 1).forEach((other, offset) => {
            const its = places[index + 1 + offset];
            if (!its || !overlaps(one, other)) return;
            expect(its.lanes).toBe(mine.lanes);
            expect(its.lane + its.span <= mine.lane || mine.lane + mine.span <= its.lane).toBe(true);
          });
        });
      }),
    );
  });
});
