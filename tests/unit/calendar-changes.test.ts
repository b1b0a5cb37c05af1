import { describe, expect, it } from 'vitest';
import { createCalendarChangesReader } from '../../projections/calendar/changes.ts';
import { LOG_START, type Position } from '../../src/eventsourcing/event-store.ts';
import { Refused } from '../../src/http/refusal.ts';

/** The changes of some days while read models lag behind each other. */

const at = (number: number): Position => number.toString(16).padStart(32, '0');
const DAYS = { from: '2026-11-24', to: '2026-11-24' } as const;

const HOURS = { day_of_week: 2, start_minute: 540, end_minute: 600, is_available: true };

interface Model {
  readonly changes: readonly Position[];
  /** Its present position, and the one it reaches while a caller waits. */
  reached: Position;
  readonly willReach?: Position;
}

/** A block at each position of one read model, hours at each of another; the histories have what they have reached. */
function given({ blocks, hours, history }: { blocks: Model; hours: Model; history: Model }) {
  const models = [blocks, hours, history];
  const known = ({ changes, reached }: Model, { until }: { readonly until: Position }) =>
    changes.filter((position) => position <= reached && position < until).toReversed();
  const read = createCalendarChangesReader({
    appointments: async () => [],
    blocks: async (part) =>
      known(blocks, part).map((position) => ({
        position,
        before: null,
        after: { blocked_date: DAYS.from },
      })),
    hours: async (part) => known(hours, part).map((position) => ({ position, before: null, after: HOURS })),
    blockedTimes: async () => [],
    ownHours: async () => [],
    ownHoursSpans: async () => [],
    ofStylists: async () => [],
    namesOf: async () => new Map(),
    stylists: async () => () => undefined,
    async eventsAt(positions) {
      const there = positions.filter((position) => position <= history.reached);
      return new Map(there.map((position) => [position, eventAt(position)]));
    },
    async reached(after = LOG_START) {
      for (const model of models) if (model.reached < after) model.reached = model.willReach ?? model.reached;
      return models.map(({ reached }) => reached);
    },
    head: async () => at(30),
  });
  return async (cursor?: Position) =>
    (await read({ ...DAYS, cursor })).moments.map(({ position }) => position);
}

const eventAt = (position: Position) => ({
  id: '00000000-0000-4000-8000-000000000001',
  type: 'DateBlocked',
  at: '2026-11-20T18:00:00.000Z',
  position,
});

const unavailable = expect.toSatisfy((error) => error instanceof Refused && error.code === 'unavailable');

describe('the changes of some days', () => {
  it('wait for the histories, which say what they were', async () => {
    const read = given({
      blocks: { changes: [at(10), at(30)], reached: at(30) },
      hours: { changes: [], reached: at(30) },
      history: { changes: [], reached: at(20), willReach: at(30) },
    });
    expect(await read()).toEqual([at(30), at(10)]);
  });

  it('are refused while the histories stand still, instead of leaving some out', async () => {
    const read = given({
      blocks: { changes: [at(10), at(30)], reached: at(30) },
      hours: { changes: [], reached: at(30) },
      history: { changes: [], reached: at(20) },
    });
    await expect(read()).rejects.toEqual(unavailable);
    // Earlier changes are complete.
    expect(await read(at(15))).toEqual([at(10)]);
  });

  it('wait for what else may have changed these days before the newest that is there', async () => {
    const read = given({
      blocks: { changes: [at(30)], reached: at(30) },
      hours: { changes: [at(20)], reached: at(10), willReach: at(30) },
      history: { changes: [], reached: at(30) },
    });
    expect(await read()).toEqual([at(30), at(20)]);
  });

  it('wait for the end of the log in a process that does not know yet how far its read models are', async () => {
    const read = given({
      blocks: { changes: [at(10)], reached: LOG_START, willReach: at(30) },
      hours: { changes: [], reached: LOG_START, willReach: at(30) },
      history: { changes: [], reached: LOG_START, willReach: at(30) },
    });
    expect(await read()).toEqual([at(10)]);
  });
});
