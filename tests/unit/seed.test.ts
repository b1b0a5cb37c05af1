import { describe, expect, it } from 'vitest';
import { loadSalonProfile, type SalonProfile } from '../../src/adapters/salon-profile/profile.ts';
import { seed } from '../../src/app/start/seed.ts';
import { type EventStore, LOG_START, StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { serviceStream } from '../../src/features/catalogue/events.ts';
import { HOURS } from '../../src/features/hours/events.ts';
import { record } from '../projections/events.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { nextBatch } from '../support/log/next-batch.ts';
import { createTestSalon, runOf } from '../support/salon/test-salon.ts';

const typesOf = async (log: EventStore) => (await nextBatch(log, LOG_START)).events.map(({ type }) => type);
const start = (log: EventStore, profile: SalonProfile) => seed(createTestSalon(log).streams, profile);

describe('the first start', () => {
  it('adds every service, then the whole week', async () => {
    const log = memoryEventStore();
    const profile = await loadSalonProfile();
    await start(log, profile);
    expect(await typesOf(log)).toEqual([
      ...profile.services.map(() => 'ServiceAdded'),
      ...profile.hours.map(() => 'HoursAdded'),
    ]);
    expect(new Set((await nextBatch(log, LOG_START)).events.map(({ id }) => id)).size).toBe(19);
  });

  it('is not repeated by a second one, even if the profile has changed', async () => {
    const log = memoryEventStore();
    const profile = await loadSalonProfile();
    await start(log, profile);
    const head = await log.head();
    await start(log, {
      ...profile,
      services: profile.services.map((service) => ({ ...service, id: `new-${service.id}` })),
      hours: [],
    });
    expect(await log.head()).toBe(head);
  });

  it('is completed by the second one wherever it was cut short', async () => {
    const profile = await loadSalonProfile();
    for (const last of [0, 1, 7, 13, 14]) {
      const log = memoryEventStore();
      let left = last;
      const cut: EventStore = {
        ...log,
        async append(stream, expected, events) {
          if (left-- === 0) throw new StoreUnavailable('killed');
          return log.append(stream, expected, events);
        },
      };
      await expect(start(cut, profile)).rejects.toThrow(StoreUnavailable);
      await start(log, profile);
      expect((await typesOf(log)).length).toBe(19);
    }
  });

  it.each([
    ['a service', serviceStream('perm'), 'ServiceActivated', { serviceId: 'perm' }, 18],
    ['the hours', HOURS, 'HoursPainted', { hoursId: '0190a3a0-0000-7000-8000-000000000001' }, 0],
  ])('is not kept from happening by %s that cannot be read', async (_, stream, type, data, seeded) => {
    const log = memoryEventStore();
    await record(log, [{ stream, type, data }]);
    const profile = await loadSalonProfile();
    await start(log, profile);
    await start(log, profile);
    expect(await typesOf(log)).toHaveLength(1 + seeded);
  });

  it('may happen in two processes at once', async () => {
    const log = memoryEventStore();
    const profile = await loadSalonProfile();
    await Promise.all([start(log, profile), start(log, profile)]);
    expect((await typesOf(log)).length).toBe(19);
  });

  it('brings back nothing that staff have removed', async () => {
    const log = memoryEventStore();
    const profile = await loadSalonProfile();
    await start(log, profile);
    const salon = createTestSalon(log);
    await salon.catalogue.remove(
      'perm',
      runOf({ key: 'remove-perm-0123456789', command: 'remove-service', subject: 'perm' }),
    );
    const { week } = (await salon.streams.hours.load(HOURS)).state;
    for (const hoursId of week.keys())
      await salon.hours.remove(
        hoursId,
        runOf({ key: `remove-${hoursId}`, command: 'remove-hours', subject: hoursId }),
      );
    await start(log, profile);
    const again = createTestSalon(log);
    expect((await again.streams.services.load(serviceStream('perm'))).state.status).toBe('removed');
    expect((await again.streams.hours.load(HOURS)).state.week.size).toBe(0);
  });
});

describe('staff commands', () => {
  const run = (command: string, key: string, subject?: string) =>
    runOf({
      key: `${key}-0123456789`,
      command,
      ...(subject && { subject }),
      actor: { kind: 'admin', userId: 'u' },
    });

  it('add hours once per key, under the same id', async () => {
    const log = memoryEventStore();
    const add = () =>
      createTestSalon(log).hours.add({ dayOfWeek: 1, start: 540, end: 600 }, run('add-hours', 'monday'));
    const first = await add();
    expect(await add()).toEqual(first);
    expect(await typesOf(log)).toEqual(['HoursAdded']);
  });

  it('switch and change hours, and return the present position for a change of nothing', async () => {
    const salon = createTestSalon(memoryEventStore());
    const { id: hoursId, position } = await salon.hours.add(
      { dayOfWeek: 1, start: 540, end: 600 },
      run('add-hours', 'a'),
    );
    expect(await salon.hours.switch(hoursId, true, run('switch-hours', 'b', hoursId))).toEqual({
      id: hoursId,
      version: 1,
      position,
    });
    await salon.hours.switch(hoursId, false, run('switch-hours', 'c', hoursId));
    await salon.hours.change(hoursId, { start: 540, end: 660 }, run('change-hours', 'd', hoursId));
    expect((await salon.streams.hours.load(HOURS)).state.week.get(hoursId)).toEqual({
      dayOfWeek: 1,
      start: 540,
      end: 660,
      isAvailable: false,
    });
  });

  it('add, change, switch and remove a service', async () => {
    const log = memoryEventStore();
    const { catalogue } = createTestSalon(log);
    const offer = {
      name: 'Balayage',
      description: '',
      category: 'Hair Color',
      publicGroup: 'Color',
      priceCents: 12_000,
      priceText: null,
      durationMinutes: 150,
    } as const;
    const { id } = await catalogue.add({ offer, active: true }, run('add-service', 'a'));
    expect(await catalogue.add({ offer, active: true }, run('add-service', 'a'))).toMatchObject({ id });
    const change = (key: string, changes: { offer?: { priceCents: number }; active?: boolean }) =>
      catalogue.change(id, { offer: {}, ...changes }, run('change-service', key, id));
    await change('b', { offer: { priceCents: 13_000 } });
    await change('c', { active: false });
    await change('d', { active: true });
    await catalogue.remove(id, run('remove-service', 'e', id));
    expect(await typesOf(log)).toEqual([
      'ServiceAdded',
      'ServiceChanged',
      'ServiceDeactivated',
      'ServiceActivated',
      'ServiceRemoved',
    ]);
    await expect(catalogue.remove('nothing', run('remove-service', 'f', 'nothing'))).rejects.toThrow(
      'service-not-found',
    );
  });

  it('block a date and open it again', async () => {
    const log = memoryEventStore();
    const { agenda } = createTestSalon(log);
    const christmas = { date: '2026-12-25', reason: 'Holiday', acknowledged: false };
    const blocked = await agenda.blockDate(christmas, run('block-date', 'a'));
    expect(await agenda.blockDate(christmas, run('block-date', 'a'))).toEqual(blocked);
    const { blockId } = blocked;
    await agenda.changeReason(blockId, 'Christmas', run('change-blocked-date', 'b', blockId));
    await agenda.unblockDate(blockId, run('unblock-date', 'c', blockId));
    expect(await typesOf(log)).toEqual(['DateBlocked', 'BlockReasonChanged', 'DateUnblocked']);
    for (const id of [blockId, 'ffffffff-0000-4000-8000-000000000000'])
      await expect(agenda.unblockDate(id, run('unblock-date', 'd', id))).rejects.toThrow('block-not-found');
  });
});
