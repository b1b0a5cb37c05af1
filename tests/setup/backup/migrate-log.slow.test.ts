// Slow because it moves whole logs between stores by commands that are killed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withTransaction } from '../../../src/adapters/postgres/pool.ts';
import { emptyInstallation, type Installation } from '../../support/backup/installation.ts';
import { reportsOf } from '../../support/backup/reports.ts';
import { makeLogUnderTest } from '../../support/log/log-under-test.ts';
import { bareEnvironment } from '../../support/machine/bare-environment.ts';
import { eventually } from '../../support/machine/eventually.ts';
import { textsIn } from '../../support/messages/text-files.ts';
import { operatorCommand } from '../../support/server/operator-command.ts';
import { createTestDatabase } from '../../support/server/postgres.ts';
import { TEST_SECRET_KEY } from '../../support/server/secret-key.ts';
import { givenSalon, type TestSalon } from '../../support/server/server.ts';
import { customersOf } from '../../support/staff/customers-api.ts';
import { givenStaff } from '../../support/staff/staff-api.ts';

const settings = { MESSAGE_WINDOW_SECONDS: '0' };
const OF = { Postgres: 'postgres:', EventStoreDB: 'esdb:' } as const;

/** The command as an operator gives it; what it printed. @param until it prints this, and is killed then */
async function migrateLog(
  { database, logUnderTest }: Installation,
  to: string,
  until?: string,
): Promise<string> {
  const child = spawn(process.execPath, ['scripts/migrate-log.ts', '--to', to], {
    env: {
      ...bareEnvironment(),
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      ...logUnderTest.settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      if (until !== undefined && printed.includes(until)) child.kill('SIGKILL');
    });
  await once(child, 'close');
  return printed;
}

/** A salon on stores that stay when it stops. */
async function openedOn({ database, logUnderTest }: Installation, now: Date): Promise<TestSalon> {
  return givenSalon({
    now,
    settings,
    stores: {
      database: { ...database, drop: async () => {} },
      logUnderTest: { ...logUnderTest, stop: () => {} },
    },
  });
}

describe.each([
  ['Postgres', 'EventStoreDB'],
  ['EventStoreDB', 'Postgres'],
] as const)('the log moves from %s to %s', (from, to) => {
  it('with all events, everything kept by position and every reminder, and no text leaves twice', async () => {
    const began = new Date();
    const database = await createTestDatabase();
    const first = { database, logUnderTest: await makeLogUnderTest(database.url, from) };
    const second = { database, logUnderTest: await makeLogUnderTest(database.url, to) };
    onTestFinished(async () => {
      first.logUnderTest.stop();
      second.logUnderTest.stop();
      await database.drop();
    });
    const target = second.logUnderTest.settings.EVENTSTORE_URL ?? `${OF[to]}//`;
    const salon = await openedOn(first, began);
    const { id } = await salon.booked({ appointment_date: salon.freshDay() });
    const staff = await givenStaff(salon);
    const person = await customersOf(salon, staff).registered('Annie Erased');
    expect((await staff.post(`/api/admin/customers/${person.id}/erase`)).status).toBe(200);
    const waiting = async () =>
      (await database.pool.query('select event_id, look_at from sent where ended_at is null order by 1'))
        .rows;
    await eventually(async () => {
      expect((await textsIn(salon.dataDir)).length).toBeGreaterThan(0);
      const due = (await waiting()).filter(({ look_at }) => look_at <= began);
      expect(due).toEqual([]);
    });
    if (to === 'EventStoreDB') expect(await migrateLog(first, target)).toContain('A service runs');
    const asOf = new Date(began.getTime() + 1_000);
    salon.setClock(new Date(began.getTime() + 2_000));
    const expected = await reportsOf(await givenStaff(salon), salon, asOf);
    await salon.stop();
    const reminders = await waiting();
    expect(reminders.length).toBeGreaterThan(0);

    // The command was killed between the copy and the switch: the service could go on as before, and a repetition
    // continues from there.
    const killed = await withTransaction(database.pool, async (client) => {
      // It can't switch before the kill, however late that comes.
      await client.query('set local idle_in_transaction_session_timeout = 0');
      await client.query('lock table process_checkpoints in share mode');
      return migrateLog(first, target, 'Comparing both logs');
    });
    expect(killed).not.toContain('Both logs have');
    const printed = await migrateLog(first, target);
    expect(printed).toMatch(/Both logs have the same \d+ events \(SHA-256 [0-9a-f]{64}\)/);
    // A start with the former setting says what is wrong.
    await expect(openedOn(first, began)).rejects.toThrow(/goes with another event log/);

    const moved = await openedOn(second, new Date(began.getTime() + 3_000));
    onTestFinished(() => moved.stop());
    expect(await reportsOf(await givenStaff(moved), moved, asOf)).toEqual(expected);
    const { id: next } = await moved.booked({ appointment_date: salon.freshDay() });
    await eventually(async () => {
      const ledger = (await moved.log.read(`messages-${next}`)).map(({ type }) => type);
      expect(ledger).toContain('MessageDelivered');
    });
    const attempts = (await moved.log.read(`messages-${id}`)).filter(
      ({ type }) => type === 'MessageAttempted',
    );
    expect(attempts).toHaveLength(1);
    expect(await textsIn(moved.dataDir)).toHaveLength(1);
    expect(await waiting()).toEqual(expect.arrayContaining(reminders));
    expect((await moved.get('/readyz')).status).toBe(200);
    expect(await operatorCommand(moved, 'verify.ts')).toContain('Verified');
  });
});

it('goes nowhere where something else is', async () => {
  const installation = await emptyInstallation('Postgres');
  const salon = await openedOn(installation, new Date());
  await salon.stop();
  const other = await givenSalon({ stores: await emptyInstallation('EventStoreDB') });
  onTestFinished(() => other.stop());
  onTestFinished(() => installation.database.drop());
  const url = other.logUnderTest.settings.EVENTSTORE_URL ?? '';
  expect(await migrateLog(installation, url)).toContain('holds other events');
  expect(await migrateLog(installation, 'postgres:')).toContain('in Postgres already');
  expect(await migrateLog(installation, 'esdb://')).toContain('EVENTSTORE_URL');
  await (await openedOn(installation, new Date())).stop();
});
