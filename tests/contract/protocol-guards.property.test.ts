import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventStoreDb } from '../../src/adapters/eventstoredb/log.ts';
import { postgresEventStore } from '../../src/adapters/postgres-log/log.ts';
import type { EventStore } from '../../src/eventsourcing/event-store.ts';
import type { WishedService } from '../support/booking/protocol-wishes.ts';
import { ANN, apartIn, BEA, type Meeting, meet, type Schedule } from '../support/booking/two-requests.ts';
import { type EventStoreDbDouble, eventStoreDbDouble } from '../support/eventstoredb-double/double.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { createTestDatabase, type TestDatabase } from '../support/server/postgres.ts';

const TEN_TWENTY = '2026-11-24T18:20:00Z';
const TEN_FORTY = '2026-11-24T18:40:00Z';
const AGAIN = 'the first one again';
const enter = (start: number, service: WishedService, stylist?: string) =>
  ({ kind: 'enter', start, service, ...(stylist && { stylist }) }) as const;
const undo = (wish: number) => ({ kind: 'undo', wish }) as const;
const color = { kind: 'services', booking: 0, services: ['color'] } as const;
const finish = { kind: 'finish', booking: 0, version: 1, start: 640, service: 'cut' } as const;

/**
 * Each meeting shows what goes wrong without the guards of the protocol that it names by their rules (docs/event-model.md, "How time is
 * given out"): with one of them taken out, it fails. Only that nothing changed is refused (2) is safe to leave out as long as 3 is there.
 */
const MEETINGS: readonly (Meeting & { readonly guards: string })[] = [
  {
    guards: '2, one append; 6, catalogue in the event ids',
    given: [enter(600, 'cut')],
    first: color,
    meanwhile: 'color costs more',
    second: AGAIN,
  },
  {
    guards: '6, catalogue in the id of a request',
    given: [],
    first: enter(600, 'color'),
    meanwhile: 'color costs more',
    second: AGAIN,
  },
  {
    guards: 'end in `slotId`, services',
    given: [enter(600, 'cut')],
    first: color,
    meanwhile: 'color takes longer',
    second: AGAIN,
  },
  {
    guards: 'end in `slotId`, early finish',
    given: [enter(600, 'color')],
    at: TEN_TWENTY,
    first: { kind: 'complete', booking: 0 },
    meanwhile: 'ten minutes pass',
    second: AGAIN,
  },
  {
    guards: '4; end in `slotId`, move',
    given: [enter(600, 'color')],
    first: { kind: 'reschedule', booking: 0, start: 720 },
    second: { kind: 'services', booking: 0, services: ['cut'] },
  },
  {
    guards: '5, parts in `slotId`',
    given: [enter(600, 'tint')],
    first: { kind: 'reschedule', booking: 0, start: 780 },
    second: { kind: 'services', booking: 0, services: ['cut', 'color'] },
  },
  {
    guards: '5, parts in the id of `SlotTaken`',
    given: [],
    first: enter(600, 'color'),
    meanwhile: 'color gets a gap',
    second: AGAIN,
  },
  {
    guards: '2, 409, and 3',
    given: [enter(600, 'cut')],
    first: { kind: 'services', booking: 0, services: ['cut'], version: 1 },
    second: color,
  },
  {
    guards: '3, If-Match',
    given: [enter(600, 'cut')],
    first: { kind: 'length', booking: 0, end: 690, version: 1 },
    second: { kind: 'reschedule', booking: 0, start: 570 },
  },
  {
    guards: '8, judged, `from` exactly, as a new slot, both or none, in one append',
    given: [enter(600, 'cut'), { kind: 'length', booking: 0, end: 645 }, color],
    first: undo(2),
    second: { kind: 'reschedule', booking: 0, start: 720 },
  },
  {
    guards: '8, an early end undone in one append',
    given: [enter(600, 'color'), { kind: 'complete', booking: 0 }],
    at: TEN_TWENTY,
    first: undo(1),
    second: enter(630, 'cut'),
  },
  {
    guards: '9, `at`; 7, one append; 10, ignored, after the take, before the claim',
    given: [enter(600, 'color')],
    at: TEN_FORTY,
    first: { ...finish, start: 630 },
    meanwhile: 'ten minutes pass',
    second: AGAIN,
  },
  {
    guards: '9, look first',
    given: [enter(600, 'color'), enter(660, 'cut')],
    at: TEN_FORTY,
    first: { ...finish, service: 'color' },
    second: enter(690, 'cut'),
  },
  {
    guards: '10, never claimed, without reading',
    given: [enter(600, 'color')],
    at: TEN_FORTY,
    first: finish,
    second: undo(1),
  },
  {
    guards: 'team 3, own hold first',
    team: true,
    given: [{ kind: 'hold', start: 600, service: 'cut', stylist: BEA }],
    first: { kind: 'create', start: 600, service: 'cut', hold: 0 },
    second: enter(600, 'cut', ANN),
  },
  {
    guards: 'team 4, the stylist named',
    team: true,
    given: [],
    first: enter(600, 'cut', ANN),
    second: { ...enter(600, 'cut', BEA), keyOf: 0 },
  },
  {
    guards: 'team 4, the parts asked for; 9',
    team: true,
    given: [enter(600, 'tint', ANN)],
    first: { kind: 'reschedule', booking: 0, start: 600, stylist: BEA },
    second: { kind: 'services', booking: 0, services: ['cut', 'color'] },
  },
  {
    guards: 'team 5, `SlotTaken`; 6, adopt',
    team: true,
    given: [],
    first: enter(600, 'color'),
    meanwhile: 'the first stylist is let go',
    second: AGAIN,
  },
  {
    guards: 'team 5, `SlotHeld`',
    team: true,
    given: [],
    first: { kind: 'hold', start: 600, service: 'cut' },
    meanwhile: 'the first stylist is let go',
    second: AGAIN,
  },
  {
    guards: 'team 7; 9, a hand-over while the customer moves',
    team: true,
    given: [enter(600, 'color', ANN)],
    first: { kind: 'reschedule', booking: 0, start: 600, stylist: BEA },
    second: { kind: 'reschedule', booking: 0, start: 720 },
  },
  {
    guards: 'team 2, anyone chosen at the revision that is appended at',
    team: true,
    given: [enter(600, 'color', ANN)],
    first: enter(600, 'color'),
    second: enter(630, 'cut'),
  },
  {
    guards: 'team 10, the recorded parts, though the stylist is let go',
    team: true,
    given: [enter(600, 'tint', ANN), { kind: 'cancel', booking: 0 }],
    first: { kind: 'reinstate', booking: 0 },
    meanwhile: 'Ann is let go',
    second: enter(600, 'cut'),
  },
  {
    guards: 'team 10, a hand-over undone',
    team: true,
    given: [enter(600, 'tint', ANN), { kind: 'reschedule', booking: 0, start: 600, stylist: BEA }],
    first: undo(1),
    meanwhile: 'Ann is let go',
    second: { kind: 'services', booking: 0, services: ['cut'] },
  },
];

/** Lets the two meet at every pair of their points, and kills each of them there. @returns at how many */
async function meetEverywhere(meeting: Meeting): Promise<number> {
  let schedules = 0;
  const isThere = async (schedule: Schedule): Promise<boolean> => {
    schedules += 1;
    const { broken, reached } = await meet(memoryEventStore(), meeting, schedule);
    expect(broken, JSON.stringify(schedule)).toEqual([]);
    return reached.first && (reached.second || schedule.second === null);
  };
  for (let first = 0; await isThere({ first, second: null }); first += 1) {
    await isThere({ first, second: null, killed: 'first' });
    for (let second = 1; await isThere({ first, second }); second += 1)
      await isThere({ first, second, killed: 'second' });
  }
  return schedules;
}

describe('the guards of the protocol, whenever two requests meet', () => {
  it.each(MEETINGS)('$guards', async (meeting) => {
    expect(await meetEverywhere(meeting)).toBeGreaterThan(10);
  });
});

/** The points at which a missing guard shows itself: one after the other, and with a first one whose append, or whose last one, comes late. */
const TELLING: readonly Schedule[] = [
  { first: 0, second: null },
  { first: 0, second: 1 },
  { first: 1, second: null },
  { first: 1, second: 2 },
  { first: 4, second: null },
  { first: 4, second: 2 },
];

function meetingsIn(log: () => EventStore): void {
  it.each(MEETINGS)('$guards', async (meeting) => {
    for (const [index, schedule] of TELLING.entries()) {
      const apart = apartIn(log(), `${MEETINGS.indexOf(meeting)}-${index}`);
      const { broken } = await meet(apart, meeting, schedule);
      expect(broken, JSON.stringify(schedule)).toEqual([]);
    }
  });
}

describe('the same in Postgres', () => {
  let database: TestDatabase;
  let log: ReturnType<typeof postgresEventStore>;
  beforeAll(async () => {
    database = await createTestDatabase();
    log = postgresEventStore({ url: database.url });
    await log.migrate();
  });
  afterAll(async () => {
    await log.close();
    await database.drop();
  });
  meetingsIn(() => log);
});

describe('the same in a double of EventStoreDB', () => {
  let double: EventStoreDbDouble;
  let log: ReturnType<typeof eventStoreDb>;
  beforeAll(async () => {
    double = await eventStoreDbDouble();
    log = eventStoreDb({ url: double.url, deadlineMs: 60_000 });
  });
  afterAll(async () => {
    await log.close();
    double.stop();
  });
  meetingsIn(() => log);
});
