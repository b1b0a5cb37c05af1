// Slow because it makes many backups and restores that break in the middle.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../src/adapters/config.ts';
import type { EventLog } from '../../../src/adapters/event-log/event-log.ts';
import { startServer } from '../../../src/main.ts';
import {
  backedUp,
  emptyInstallation,
  givenFolder,
  removeInstallation,
  restored,
} from '../../support/backup/installation.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';
import { wholeLog } from '../../support/server/server-proof.ts';
import { customersOf } from '../../support/staff/customers-api.ts';
import { givenStaff } from '../../support/staff/staff-api.ts';

let salon: TestSalon;
let folder: string;
let bookingId: string;
let customerId: string;
beforeAll(async () => {
  salon = await givenSalon({ now: new Date() });
  const staff = await givenStaff(salon);
  bookingId = (await salon.booked({ appointment_date: salon.freshDay() })).id;
  customerId = (await customersOf(salon, staff).registered('Annie Since')).id;
});
afterAll(() => salon.stop());

/** A log that breaks in the middle of the events, once it has written so many. */
const breakingAfter =
  (most: number) =>
  (log: EventLog): EventLog => {
    let left = most;
    const append: EventLog['append'] = async (...asked) => {
      left -= 1;
      if (left < 0) throw new Error('the process is killed');
      return log.append(...asked);
    };
    if (!log.appendCopies) return { ...log, append };
    return {
      ...log,
      // A part of them is written, as if each were a transaction of its own.
      async appendCopies(events) {
        for (const { stream, revision, ...event } of events)
          await append(stream, revision === 0n ? 'no-stream' : revision - 1n, [event]);
      },
    };
  };

describe.each(['Postgres', 'EventStoreDB'] as const)('a restore into %s that is cut short', (kind) => {
  it('lets no service start, takes no other backup, and goes on when it is repeated', async () => {
    folder = join(await givenFolder(), 'backup');
    const { files } = await backedUp(salon, folder);
    await salon.booked({ appointment_date: salon.freshDay() });
    const other = join(await givenFolder(), 'other');
    await backedUp(salon, other);
    const installation = await emptyInstallation(kind);
    onTestFinished(() => removeInstallation(installation));
    for (const most of [0, 1, 3, 9]) {
      await expect(restored(folder, installation, { through: breakingAfter(most) })).rejects.toThrow(
        'killed',
      );
      const config = loadConfig({
        PORT: '0',
        DATABASE_URL: installation.database.url,
        SECRET_KEY: TEST_SECRET_KEY,
        LOG_LEVEL: 'silent',
        ...installation.logUnderTest.settings,
      });
      await expect(startServer(config)).rejects.toThrow(/another event log \(unfinished restore/);
      await expect(restored(other, installation)).rejects.toThrow(/empty installation only/);
    }
    await restored(folder, installation);
    const log = installation.logUnderTest.open();
    const ids = (await wholeLog(log).finally(log.close)).map(({ id }) => id);
    expect(ids).toEqual((await wholeLog(salon.log)).slice(0, ids.length).map(({ id }) => id));
    expect(ids).toHaveLength(files.log.lines);
  });
});

it('erases again who was erased since the backup, and leaves out what it does not know', async () => {
  const installation = await emptyInstallation('Postgres');
  const backup = join(await givenFolder(), 'backup');
  await backedUp(salon, backup);
  const position = await salon.log.head();
  await restored(backup, installation, {
    erasures: [
      { position, bookingId },
      { position, customerIds: [customerId, '5f6ff6d5-3d85-4c5e-8f0c-000000000000'] },
      { position, bookingId: '5f6ff6d5-3d85-4c5e-8f0c-000000000001' },
      { position, bookingId },
    ],
  });
  const copy = await givenSalon({ now: new Date(), stores: installation });
  onTestFinished(() => copy.stop());
  await eventually(async () => {
    const { rows } = await installation.database.pool.query(
      'select stream from sealing.sealing_keys where shredded_at is not null order by stream',
    );
    const streams = rows.map(({ stream }) => stream);
    expect(streams).toEqual(
      expect.arrayContaining([`booking-${bookingId}`, `customer-${customerId}`, `messages-${bookingId}`]),
    );
  });
  expect((await copy.log.read(`booking-${bookingId}`)).map(({ type }) => type)).toContain('BookingDeleted');
  expect((await copy.log.read(`customer-${customerId}`)).at(-1)?.type).toBe('CustomerErased');
  const orders = (await copy.log.read('merges')).filter(({ type }) => type === 'CustomersErased');
  expect(orders).toHaveLength(1);
});
