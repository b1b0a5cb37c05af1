// Slow because it restores a salon several times and starts it each time.
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { migrateLog } from '../../../src/backup/migrate-log.ts';
import {
  backedUp,
  emptyInstallation,
  givenFolder,
  type Installation,
  removeInstallation,
  restored,
} from '../../support/backup/installation.ts';
import { makeLogUnderTest } from '../../support/log/log-under-test.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';
import { givenStaff } from '../../support/staff/staff-api.ts';
import { ALLOWED, bodyOf, givenReceiver, givenWebhook } from '../../support/webhooks/given-webhooks.ts';
import { verified } from '../../support/webhooks/receiver.ts';

/** A salon on stores that stay when it stops. */
const salonOn = ({ database, logUnderTest }: Installation): Promise<TestSalon> =>
  givenSalon({
    now: new Date(),
    settings: ALLOWED,
    stores: {
      database: { ...database, drop: async () => {} },
      logUnderTest: { ...logUnderTest, stop: () => {} },
    },
  });

/** A salon with a paused webhook that was told of one appointment, and with another appointment since. */
async function givenHalfTold(installation: Installation) {
  const salon = await salonOn(installation);
  const staff = await givenStaff(salon);
  const { receiver, made, path, deliveries } = await givenWebhook(staff, { types: ['appointment.*'] });
  await salon.booked({ appointment_date: salon.freshDay() });
  // If it were paused between a delivery and its record, the event would rightly be delivered again.
  await eventually(async () => expect((await deliveries()).deliveries).toHaveLength(1));
  bodyOf(await staff.patch(path, { paused: true }));
  const { id } = await salon.booked({ appointment_date: salon.freshDay() });
  return { salon, receiver, made, path, next: id };
}

const WAYS = [
  ['Postgres', 'EventStoreDB'],
  ['EventStoreDB', 'Postgres'],
] as const;

it.each(WAYS)(
  'are restored from %s into %s at the same event, with their secrets, and wait for staff',
  async (from, to) => {
    const [source, target] = [await emptyInstallation(from), await emptyInstallation(to)];
    onTestFinished(async () => {
      await removeInstallation(source);
      await removeInstallation(target);
    });
    const { salon, receiver, made, path, next } = await givenHalfTold(source);
    const folder = join(await givenFolder(), 'first');
    await backedUp(salon, folder).finally(salon.stop);
    await restored(folder, target);
    const moved = await salonOn(target);
    onTestFinished(moved.stop);
    const staff = await givenStaff(moved);
    bodyOf(await staff.patch(path, { paused: false }));
    const other = await givenReceiver();
    // Looked at since, and nothing was sent: another address isn't told either.
    bodyOf(await staff.post('/api/admin/webhooks', { url: other.url }), 201);
    await moved.booked({ appointment_date: salon.freshDay() });
    expect(bodyOf(await staff.get('/api/admin/webhooks'))).toMatchObject({ waits_for_sending: true });
    expect(receiver.received).toHaveLength(1);
    bodyOf(await staff.post('/api/admin/sending', { paused: false }));
    await eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(3));
    const [, second] = receiver.received;
    expect(verified(second ?? expect.fail('none'), made.secret)).toMatchObject({
      type: 'appointment.requested',
      subject: next,
    });
  },
);

it.each(WAYS)('webhooks stay at the same event when the log moves from %s to %s', async (from, to) => {
  const first = await emptyInstallation(from);
  const second = { ...first, logUnderTest: await makeLogUnderTest(first.database.url, to) };
  onTestFinished(async () => {
    second.logUnderTest.stop();
    await removeInstallation(first);
  });
  const { salon, receiver, path, next } = await givenHalfTold(first);
  await salon.stop();
  const logs = [first.logUnderTest.open(), second.logUnderTest.open()] as const;
  if ('migrate' in logs[1]) await (logs[1] as { migrate(): Promise<void> }).migrate();
  await migrateLog({ pool: first.database.pool, from: logs[0], to: logs[1], report: () => {} });
  await Promise.all(logs.map((log) => log.close()));
  const moved = await salonOn(second);
  onTestFinished(moved.stop);
  bodyOf(await (await givenStaff(moved)).patch(path, { paused: false }));
  await eventually(() => expect(receiver.received).toHaveLength(2));
  expect(receiver.received[1]?.event).toMatchObject({ type: 'appointment.requested', subject: next });
});
