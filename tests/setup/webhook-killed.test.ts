import { expect, it, onTestFinished } from 'vitest';
import { makeLogUnderTest } from '../support/log/log-under-test.ts';
import { eventually } from '../support/machine/eventually.ts';
import { createTestDatabase } from '../support/server/postgres.ts';
import { TEST_SECRET_KEY } from '../support/server/secret-key.ts';
import { givenSalon } from '../support/server/server.ts';
import { type ServerProcess, startServerProcess } from '../support/server/server-process.ts';
import { givenStaff } from '../support/staff/staff-api.ts';
import { ALLOWED, bodyOf, givenWebhook } from '../support/webhooks/given-webhooks.ts';
import { answering, BAD } from '../support/webhooks/receiver.ts';

const APPOINTMENTS = 12;
/** The delivery that is under way when the process is killed, counted from its start. */
const KILLED_AT = [1, 3, 1, 2, 4];

it('sends every event in order although the process is killed in the middle of deliveries', async () => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const logUnderTest = await makeLogUnderTest(database.url);
  onTestFinished(() => logUnderTest.stop());
  const salon = await givenSalon({
    now: new Date(),
    settings: ALLOWED,
    stores: {
      database: { ...database, drop: async () => {} },
      logUnderTest: { ...logUnderTest, stop: () => {} },
    },
  });
  const staff = await givenStaff(salon);
  const { receiver, path } = await givenWebhook(staff, { types: ['appointment.*'] });
  bodyOf(await staff.patch(path, { paused: true }));
  const booked: string[] = [];
  for (let n = 0; n < APPOINTMENTS; n += 1)
    booked.push((await salon.booked({ appointment_date: salon.freshDay() })).id);
  receiver.behaves(BAD.hangs);
  bodyOf(await staff.patch(path, { paused: false }));
  await eventually(() => expect(receiver.received).toHaveLength(1));
  await salon.stop();

  let running: ServerProcess | undefined;
  onTestFinished(() => running?.kill());
  const settings = {
    DATABASE_URL: database.url,
    ...logUnderTest.settings,
    SECRET_KEY: TEST_SECRET_KEY,
    ...ALLOWED,
  };
  for (const last of KILLED_AT) {
    const before = receiver.received.length;
    receiver.behaves((response, request) =>
      (receiver.received.length - before < last ? answering(204) : BAD.hangs)(response, request),
    );
    running = await startServerProcess(settings);
    await expect.poll(() => receiver.received.length - before, { timeout: 60_000 }).toBe(last);
    await running.kill();
  }
  receiver.behaves(answering(204));
  running = await startServerProcess(settings);
  const accepted = () => receiver.received.filter(({ status }) => status === 204);
  await expect.poll(() => accepted().length, { timeout: 60_000 }).toBe(APPOINTMENTS);
  expect(accepted().map(({ event }) => event.subject)).toEqual(booked);
  // An interrupted delivery is sent once more, and no other.
  expect(receiver.received).toHaveLength(APPOINTMENTS + 1 + KILLED_AT.length);
  await running.stop();
}, 300_000);
