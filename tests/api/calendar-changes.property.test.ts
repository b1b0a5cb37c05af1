import fc from 'fast-check';
import { expect, it } from 'vitest';
import { positionBefore } from '../../src/eventsourcing/event-store.ts';
import { addSalonDays, salonDate } from '../../src/salon/salon-time.ts';
import { TIME_ZONE } from '../support/salon/test-salon.ts';
import { operatorCommand } from '../support/server/operator-command.ts';
import { givenSalonForThisTest } from '../support/server/server.ts';
import { bookingsIn, calendarOf, changesOf, type Days, factsOf } from '../support/staff/calendar-at.ts';
import { customersOf } from '../support/staff/customers-api.ts';
import { commandsOn, type Step, step } from '../support/staff/random-commands.ts';
import { givenStaff } from '../support/staff/staff-api.ts';
import { bookedSoon } from '../support/staff/staff-bookings.ts';

interface Kept {
  readonly days: Days;
  readonly position: string;
  readonly facts: ReturnType<typeof factsOf>;
}

it('the calendar of a moment is what the calendar was then, also from rebuilt read models', {
  timeout: 300_000,
}, async () => {
  const salon = await givenSalonForThisTest({ now: new Date() });
  const staff = await givenStaff(salon);
  const people = customersOf(salon, staff);
  const kept: Kept[] = [];
  const today = salonDate(new Date(), TIME_ZONE);
  const soon = await bookedSoon(salon, staff, people.stranger('Early Bird'));
  const near = { from: today, to: addSalonDays(today, 1) };
  /** The log's position after all that happened, in earlier worlds too: a command that changes nothing answers with an earlier one. */
  let position = '';

  async function run(steps: readonly Step[]) {
    const from = salon.freshDay();
    const send = commandsOn({ salon, staff, people, from, soon });
    for (const one of steps) {
      const reached = await send(one);
      if (reached === null) continue;
      if (reached > position) position = reached;
      for (const days of [near, { from, to: addSalonDays(from, 3) }])
        kept.push({ days, position, facts: factsOf(await calendarOf(staff, { ...days, after: position })) });
    }
  }
  const worlds = fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25 }), run);
  await fc.assert(worlds, { numRuns: 3, endOnFailure: true });
  expect(kept.length).toBeGreaterThan(20);

  async function askAgain() {
    const now = new Map<string, string | null>();
    for (const days of new Set(kept.map((one) => one.days)))
      for (const { id, customer_name } of bookingsIn(await calendarOf(staff, { ...days })))
        now.set(id, customer_name);
    for (const { days, position, facts } of kept) {
      const then = await calendarOf(staff, { ...days, at: position });
      expect(then.position).toBe(position);
      expect(factsOf(then), `${days.from} at ${position}`).toEqual(facts);
      // People who aren't erased have today's name, even where the appointment was at the time.
      for (const booking of bookingsIn(then)) {
        if (booking.is_deleted) expect(booking).toMatchObject({ customer_name: null, notes: null });
        else if (now.has(booking.id)) expect(booking.customer_name).toBe(now.get(booking.id));
      }
    }
  }
  await askAgain();
  await operatorCommand(salon, 'replay.ts');
  await askAgain();

  // The listed changes are exactly those at whose positions the calendar changed.
  const last = kept.at(-1)?.days;
  if (!last) throw new Error('nothing was kept');
  const changes = await changesOf(staff, last);
  for (const { position } of changes) {
    const before = await calendarOf(staff, { ...last, at: positionBefore(position) });
    const after = await calendarOf(staff, { ...last, at: position });
    expect(factsOf(before), position).not.toEqual(factsOf(after));
  }
  const mine = kept.filter(({ days }) => days.from === last.from);
  for (const [index, { position, facts }] of mine.entries()) {
    const earlier = mine[index - 1];
    const isChanged = earlier && JSON.stringify(earlier.facts) !== JSON.stringify(facts);
    const between = changes.filter(
      (one) => one.position <= position && one.position > (earlier?.position ?? ''),
    );
    if (isChanged) expect(between, position).not.toEqual([]);
    else if (earlier) expect(between, position).toEqual([]);
  }
});
