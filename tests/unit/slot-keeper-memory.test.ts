import { describe, expect, it } from 'vitest';
import { LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { createClock, follow, MINUTE, typesOf } from '../support/booking/keeper-facts.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { nextBatch } from '../support/log/next-batch.ts';
import { createTestSalon, newKeeperMemory, takeWithoutClaim } from '../support/salon/test-salon.ts';

const KEY = 'the-first-key-0123456789';

describe('several slot keepers with one store', () => {
  it('write nothing twice, though two of them act at once', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const clock = createClock();
    const salons = [createTestSalon(log, { now: clock.now }), createTestSalon(log, { now: clock.now })];
    for (const salon of salons) await follow(log, salon);
    clock.pass(MINUTE);
    await Promise.all(salons.map(({ keeper }) => keeper.due.run()));
    await Promise.all(salons.map(({ keeper }) => keeper.due.run()));
    expect(await typesOf(log)).toEqual(['SlotTaken', 'SlotClaimLapsed', 'SlotReleased']);
  });

  it('release a slot that another keeper has fenced off and then left', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const clock = createClock();
    const dying = createTestSalon(
      {
        ...log,
        async append(stream, expected, events) {
          if (events[0].type === 'SlotReleased') throw new StoreUnavailable('killed');
          return log.append(stream, expected, events);
        },
      },
      { now: clock.now },
    );
    await follow(log, dying);
    clock.pass(MINUTE);
    await expect(dying.keeper.due.run()).rejects.toThrow(StoreUnavailable);
    const next = createTestSalon(log, { now: clock.now });
    await follow(log, next);
    clock.pass(MINUTE);
    await next.keeper.due.run();
    expect(await typesOf(log)).toEqual(['SlotTaken', 'SlotClaimLapsed', 'SlotReleased']);
  });

  it('remember the beginning of a wait across a restart', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const clock = createClock();
    const keeperMemory = newKeeperMemory();
    const first = createTestSalon(log, { now: clock.now, keeperMemory });
    await first.keeperSteps.load();
    await follow(log, first);
    await first.keeperSteps.save();
    clock.pass(MINUTE);
    const second = createTestSalon(log, { now: clock.now, keeperMemory });
    await second.keeperSteps.load();
    expect(second.keeper.openItems).toBe(1);
    expect(second.keeperSteps.position).toBe(await log.head());
    expect(second.keeper.due.inMs()).toBe(0);
    await second.keeper.due.run();
    await second.keeperSteps.save();
    const third = createTestSalon(log, { now: clock.now, keeperMemory });
    await third.keeperSteps.load();
    expect(third.keeper.openItems).toBe(0);
    expect((await typesOf(log)).at(-1)).toBe('SlotReleased');
  });

  it('save that a slot is settled that the same keeper saved as open', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const clock = createClock();
    const keeperMemory = newKeeperMemory();
    const { keeper, keeperSteps } = createTestSalon(log, { now: clock.now, keeperMemory });
    await keeperSteps.load();
    await keeperSteps.handle(await nextBatch(log, LOG_START));
    await keeperSteps.save();
    clock.pass(MINUTE);
    await keeper.due.run();
    await keeperSteps.save();
    const next = createTestSalon(log, { now: clock.now, keeperMemory });
    await next.keeperSteps.load();
    expect(next.keeper.openItems).toBe(0);
  });

  it('forget unsaved slots when they load again', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const { keeper, keeperSteps } = createTestSalon(log);
    await keeperSteps.load();
    await keeperSteps.handle(await nextBatch(log, LOG_START));
    expect(keeper.openItems).toBe(1);
    await keeperSteps.load();
    expect(keeper.openItems).toBe(0);
  });

  it('stop waiting for a slot that another keeper has given back', async () => {
    const log = memoryEventStore();
    await takeWithoutClaim(log, KEY);
    const clock = createClock();
    const [quick, slow] = [
      createTestSalon(log, { now: clock.now }),
      createTestSalon(log, { now: clock.now }),
    ];
    for (const salon of [quick, slow]) await follow(log, salon);
    clock.pass(MINUTE);
    await quick.keeper.due.run();
    expect(slow.keeper.openItems).toBe(1);
    await follow(log, slow);
    expect(slow.keeper.openItems).toBe(0);
  });
});
