import fc from 'fast-check';
import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { createAvailabilityReader } from '../../projections/availability/queries.ts';
import { RuleBroken } from '../../src/eventsourcing/streams/decider.ts';
import { agendaDecider } from '../../src/features/booking/agenda/decider.ts';
import { type AgendaEvent, agendaStream } from '../../src/features/booking/agenda/events.ts';
import { emptyDay, evolve } from '../../src/features/booking/agenda/state.ts';
import { timeOfNew } from '../../src/features/booking/candidates.ts';
import { timeOf } from '../../src/salon/parts.ts';
import { dayOfWeek } from '../../src/salon/salon-time.ts';
import type { StartRules } from '../../src/salon/starts.ts';
import { inSalonOrder, type Stylist } from '../../src/salon/team.ts';
import { clock, date, id, MINE, SLOT, timeZone, wanting } from '../support/booking/agenda-facts.ts';
import { rowsOf } from './folding.ts';

/** What visitors can choose is what the decider takes: both read the same random days, by the same random settings. */

const fiveMinutes = fc.integer({ min: 96, max: 220 }).map((five) => five * 5);
const interval = fc
  .record({ start: fiveMinutes, length: fc.constantFrom(10, 30, 45, 100, 240) })
  .map(({ start, length }) => ({ start, end: start + length }));
const rules = fc.record<StartRules>({
  start_every_minutes: fc.constantFrom(30, 15, 10),
  last_start_offered: fc.boolean(),
  notice_minutes: fc.constantFrom(0, 30, 125, 600),
  staff_any_five_minutes: fc.boolean(),
});

const eventOf = (kind: string, n: number, time: { start: number; end: number }): AgendaEvent => {
  switch (kind) {
    case 'taken':
      return { type: 'SlotTaken', data: { slotId: id(100 + n), bookingId: id(200 + n), ...time } };
    case 'held':
      return {
        type: 'SlotHeld',
        data: {
          holdId: id(300 + n),
          ...time,
          expiresAt: n % 3 === 0 ? '2026-11-24T18:01:00Z' : '2026-11-24T18:30:00Z',
        },
      };
    case 'hours':
      return { type: 'DayHoursSet', data: { windows: [time] } };
    default:
      return { type: 'TimeBlocked', data: { blockId: id(400 + n), ...time, personal: { reason: 'Lunch' } } };
  }
};

it('the list of a day has exactly the starts that a visitor can book', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.array(interval, { minLength: 1, maxLength: 3 }),
      fc.array(fc.tuple(fc.constantFrom('taken', 'held', 'held', 'blocked', 'hours'), interval), {
        maxLength: 6,
      }),
      fc.constantFrom(10, 30, 45, 100),
      rules,
      fc.constantFrom('past', 'soon', 'far'),
      async (windows, steps, duration, startRules, when) => {
        const events = steps.map(([kind, time], n) => eventOf(kind, n, time));
        const at = {
          past: '2026-11-24T22:07:00Z',
          soon: '2026-11-24T18:05:00Z',
          far: '2026-11-20T18:00:00Z',
        }[when];
        const now = new Date(at);
        const day = events.reduce(evolve, emptyDay());
        const holdId = [...day.holds.keys()].at(-1);

        const [row = { taken: null, holds: null, block: null, blocked_times: null, hours: null }] = rowsOf(
          'availability_days',
          ...events.map((event) => ({
            ...event,
            stream: agendaStream(date),
            at: '2026-11-20T17:00:00.000Z',
          })),
        ) as readonly { hours?: unknown }[];
        const read = { offered: [{ id: 'cut', duration, gap: null }], stylists: [], windows, ...row };
        const pool = { query: async () => ({ rows: [read] }) } as unknown as Pool;
        const reader = createAvailabilityReader({
          pool,
          timeZone,
          startRules: () => startRules,
          now: () => now,
        });
        const { starts } = await reader.forServices(date, { serviceIds: ['cut'] }, holdId);

        const taken = Array.from({ length: 1_440 }, (_, start) => start).filter((start) => {
          try {
            agendaDecider.decide(
              {
                kind: 'TakeSlot',
                slotId: SLOT,
                bookingId: MINE,
                ...wanting({ start, end: start + duration }),
                fromHold: holdId,
                terms: { kind: 'public', windows, rules: startRules },
                clock: { ...clock, now },
              },
              day,
            );
            return true;
          } catch (error) {
            if (!(error instanceof RuleBroken)) throw error;
            seen.add(error.code);
            return false;
          }
        });
        expect(starts).toEqual(taken);
        if (taken.length > 0) seen.add('free');
      },
    ),
    { numRuns: 400 },
  );
  expect([...seen].sort()).toEqual(
    ['free', 'in-the-past', 'not-offered', 'off-grid', 'slot-taken', 'too-short-notice'].sort(),
  );
});

const [ANN, BEA] = [id(501), id(502)];
const OF_SALON = [
  { start: 540, end: 780 },
  { start: 790, end: 1080 },
];
const stylist = (name: string, order: number) =>
  fc.record<Stylist>({
    id: fc.constant(name),
    services: fc.constantFrom(null, null, [{ id: 'cut', minutes: 25 }, { id: 'color' }], [{ id: 'cut' }]),
    order: fc.constant(order),
    isOnline: fc.constantFrom(true, true, true, false),
    isActive: fc.constantFrom(true, true, true, false),
    week: fc.constantFrom(null, [{ dayOfWeek: dayOfWeek(date), windows: [{ start: 570, end: 900 }] }], []),
  });
const SERVICES = [
  { id: 'cut', duration: 30, gap: null },
  { id: 'color', duration: 90, gap: { start: 20, end: 65 } },
];

const partsBy = (resource: string, time: { start: number; end: number }) => ({
  parts: [{ resource, ...time }],
});
const ofStylist = (event: AgendaEvent, resource: string): AgendaEvent => {
  switch (event.type) {
    case 'SlotTaken':
      return { ...event, data: { ...event.data, ...partsBy(resource, event.data) } };
    case 'SlotHeld':
      return { ...event, data: { ...event.data, ...partsBy(resource, event.data) } };
    case 'DayHoursSet':
    case 'TimeBlocked':
      return { ...event, data: { ...event.data, resource } } as AgendaEvent;
    default:
      return event;
  }
};

it('the list of a day for anyone, and for each stylist, has exactly the starts that a visitor can book', async () => {
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(stylist('first', 0), stylist(ANN, 1), stylist(BEA, 0.5)),
      fc.array(
        fc.tuple(
          fc.constantFrom('taken', 'held', 'blocked', 'hours'),
          interval,
          fc.constantFrom(null, 'first', ANN, BEA),
        ),
        { maxLength: 10 },
      ),
      fc.constantFrom<readonly string[]>(['cut'], ['color'], ['color', 'cut']),
      fc.option(fc.constantFrom('first', ANN, BEA), { nil: undefined }),
      rules,
      async (team, steps, serviceIds, stylistId, startRules) => {
        const now = new Date('2026-11-24T18:05:00Z');
        const events = steps.map(([kind, time, resource], n) =>
          resource ? ofStylist(eventOf(kind, n, time), resource) : eventOf(kind, n, time),
        );
        const day = events.reduce(evolve, emptyDay());
        const holdId = [...day.holds.keys()].at(-1);
        const [row = { taken: null, holds: null, block: null, blocked_times: null, hours: null }] = rowsOf(
          'availability_days',
          ...events.map((event) => ({
            ...event,
            stream: agendaStream(date),
            at: '2026-11-20T17:00:00.000Z',
          })),
        ) as readonly { hours?: unknown }[];
        const services = SERVICES.filter(({ id: service }) => serviceIds.includes(service)).sort(
          (one, other) => serviceIds.indexOf(one.id) - serviceIds.indexOf(other.id),
        );
        const stylists = team.map(({ order: place, isOnline: online, isActive: active, ...one }) => ({
          ...one,
          place,
          online,
          active,
        }));
        const read = { offered: services, stylists, windows: OF_SALON, ...row };
        const pool = { query: async () => ({ rows: [{ ...read, windows: OF_SALON }] }) } as unknown as Pool;
        const reader = createAvailabilityReader({
          pool,
          timeZone,
          startRules: () => startRules,
          now: () => now,
        });
        const { starts } = await reader.forServices(date, { serviceIds, stylistId }, holdId);

        const taken = Array.from({ length: 1_440 }, (_, start) => start).filter((start) => {
          try {
            const { candidates } = timeOfNew(
              { date, start, stylistId },
              services,
              timeOf(services),
              [...team].sort(inSalonOrder),
              true,
            );
            const terms = { kind: 'public', windows: OF_SALON, rules: startRules } as const;
            const command = { kind: 'TakeSlot', slotId: SLOT, bookingId: MINE, fromHold: holdId } as const;
            const wanted = { candidates, choice: 'in_order', terms, clock: { ...clock, now } } as const;
            agendaDecider.decide({ ...command, ...wanted }, day);
            return true;
          } catch (error) {
            if (!(error instanceof RuleBroken)) throw error;
            seen.add(error.code);
            return false;
          }
        });
        expect(starts).toEqual(taken);
        if (taken.length > 0) seen.add(stylistId === undefined ? 'anyone' : 'one');
      },
    ),
    { numRuns: 150 },
  );
  expect([...seen]).toEqual(
    expect.arrayContaining(['anyone', 'one', 'slot-taken', 'stylist-unavailable', 'not-offered']),
  );
});
