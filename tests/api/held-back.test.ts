import { expect, it } from 'vitest';
import { onlyOn } from '../support/log/log-under-test.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import { givenSalonForThisTest, type TestSalon } from '../support/server/server.ts';
import { deleteBooking } from '../support/staff/server-staff.ts';

const NOT_HELD = 'only a log in Postgres waits for open transactions';

/** Does something while an idle transaction of the salon's own database keeps new events from all readers. */
async function whileHeldBack(salon: TestSalon, work: () => Promise<void>): Promise<void> {
  const client = await salon.database.pool.connect();
  try {
    await client.query('begin');
    // Otherwise Postgres ends it after half a minute, which the work may take on a busy machine.
    await client.query('set local idle_in_transaction_session_timeout = 0');
    await client.query('select pg_current_xact_id()');
    await work();
  } finally {
    // Releases the connection even if it has ended by itself; otherwise the pool can't be closed.
    await client.query('rollback').finally(() => client.release(true));
  }
}

/** Time in which the machine stood still doesn't count: each look counts for half a second at most. */
async function withinTenSeconds(expectation: () => Promise<void>): Promise<void> {
  let awakeMs = 0;
  let last = performance.now();
  await eventually(async () => {
    const now = performance.now();
    awakeMs += Math.min(now - last, 500);
    last = now;
    await expectation();
  });
  expect(awakeMs).toBeLessThan(10_000);
}

it('shows, saves, moves and cancels a booking by its private link before any read model knows it', async (context) => {
  onlyOn('Postgres', context, NOT_HELD);
  const salon = await givenSalonForThisTest();
  const date = salon.freshDay();
  await whileHeldBack(salon, async () => {
    const { management_token: token, position } = await salon.booked({
      appointment_date: date,
      appointment_time: '10:00 AM',
      notes: 'Left side shorter',
    });
    for (const path of ['/api/manage', `/api/manage?after=${position}`]) {
      const shown = await salon.get(path, { token });
      expect(shown.status, shown.text).toBe(200);
      expect(shown.json).toMatchObject({
        customer_name: 'Ada Lovelace',
        notes: 'Left side shorter',
        appointment_time: '10:00 AM',
        status: 'pending',
        self_service: true,
      });
      expect(shown.headers.etag).toBe('"1"');
    }
    const newest = await salon.get(`/api/manage?after=${position}`, { token });
    expect(String(newest.headers['x-projected-position']) >= position).toBe(true);
    const file = await salon.get(`/api/manage/calendar.ics?after=${position}`, { token });
    expect(file.status).toBe(200);
    expect(file.text).toContain('BEGIN:VEVENT');
    expect((await salon.get(`/api/manage/availability?date=${date}`, { token })).status).toBe(200);

    const moved = await salon.post(
      '/api/manage/reschedule',
      { new_date: date, new_time: '2:00 PM' },
      { token },
    );
    expect(moved.status, moved.text).toBe(200);
    const { position: movedAt } = moved.json as { position: string };
    expect((await salon.get(`/api/manage?after=${movedAt}`, { token })).json).toMatchObject({
      appointment_time: '2:00 PM',
    });
    const cancelled = await salon.post('/api/manage/cancel', {}, { token });
    const { position: cancelledAt } = cancelled.json as { position: string };
    expect((await salon.get(`/api/manage?after=${cancelledAt}`, { token })).json).toMatchObject({
      status: 'cancelled',
    });
  });
});

it('shows the change of a booking that the read model knows as it was', async (context) => {
  onlyOn('Postgres', context, NOT_HELD);
  const salon = await givenSalonForThisTest();
  const { management_token: token } = await salon.booked({ appointment_date: salon.freshDay() });
  await salon.idle();
  await whileHeldBack(salon, async () => {
    const { json } = await salon.post('/api/manage/cancel', {}, { token });
    const after = (json as { position: string }).position;
    const shown = await salon.get(`/api/manage?after=${after}`, { token });
    expect(shown.json).toMatchObject({ status: 'cancelled' });
    expect(shown.headers.etag).toBe('"2"');
  });
});

it('says that a new short link is just being recorded, and opens it as soon as it is', async (context) => {
  onlyOn('Postgres', context, NOT_HELD);
  const salon = await givenSalonForThisTest();
  let path = '';
  await whileHeldBack(salon, async () => {
    const { short_code } = await salon.booked({ appointment_date: salon.freshDay() });
    path = `/api/short-links?code=${short_code}`;
    expectProblem(await salon.get(path), 'booking-being-recorded');
  });
  await expect.poll(async () => (await salon.get(path)).status).toBe(200);
  expectProblem(await salon.get('/api/short-links?code=AbCdEfGhIjKl'), 'short-link-not-found');
});

it('says that a booking was removed only when it was', async (context) => {
  onlyOn('Postgres', context, NOT_HELD);
  const salon = await givenSalonForThisTest();
  let token = '';
  await whileHeldBack(salon, async () => {
    const removed = await salon.booked({ appointment_date: salon.freshDay() });
    token = removed.management_token;
    expect((await salon.get('/api/manage', { token })).status).toBe(200);
    await deleteBooking(salon, removed.id);
    expectProblem(await salon.get('/api/manage', { token }), 'booking-not-found');
  });
  await salon.idle();
  expectProblem(await salon.get('/api/manage', { token }), 'booking-not-found');
});

it('says within ten seconds on /readyz, and to staff, which transaction is waited for', async (context) => {
  onlyOn('Postgres', context, NOT_HELD);
  const salon = await givenSalonForThisTest();
  await expect.poll(async () => (await salon.get('/readyz')).status).toBe(200);
  await whileHeldBack(salon, async () => {
    await salon.booked({ appointment_date: salon.freshDay() });
    await withinTenSeconds(async () =>
      expect((await salon.get('/readyz')).json).toMatchObject({
        status: 'not ready',
        log: {
          ready: false,
          waitingFor: { application: 'salon test', state: 'idle in transaction', since: expect.any(String) },
        },
      }),
    );
  });
  await withinTenSeconds(async () => expect((await salon.get('/readyz')).status).toBe(200));
});
