import { expect, it } from 'vitest';
import { loadConfig } from '../../src/adapters/config.ts';
import { MisplacedEvent } from '../../src/eventsourcing/event-types.ts';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { serviceStream } from '../../src/features/catalogue/events.ts';
import { HOURS } from '../../src/features/hours/events.ts';
import { startServer } from '../../src/main.ts';
import type { SalonDate } from '../../src/salon/salon-time.ts';
import { record } from '../projections/events.ts';
import { expectProblem } from '../support/network/http.ts';
import { createHttpClient } from '../support/network/http-client.ts';
import { bookingRequest, givenSalonForThisTest, type TestSalon } from '../support/server/server.ts';
import { deactivateService, switchHours } from '../support/staff/server-staff.ts';

/** The state of hours and services after an event that no command of ours would have appended. */
interface Readiness {
  readonly hours_and_services: { readonly ready: boolean; readonly unreadable: readonly object[] };
}

async function readinessOf(salon: TestSalon) {
  const { status, json } = await salon.get('/readyz');
  return { status, ...(json as Readiness).hours_and_services };
}

const PERM = { id: 'perm', name: 'Perm', price: '$0', duration: 30 };
const HAIRCUT = 'scalp-treatment';
const UNKNOWN_HOURS = '0190a3a0-0000-7000-8000-000000000001';

const timesOn = async (get: TestSalon['get'], date: SalonDate) =>
  (await get(`/api/availability?date=${date}&services=${HAIRCUT}`)).json;

/** Another process on the same database and log, for as long as `work` takes. */
async function whileStartedAgain(
  { database, logUnderTest, secretKey }: TestSalon,
  work: (get: TestSalon['get']) => Promise<void>,
) {
  const again = await startServer(
    loadConfig({
      PORT: '0',
      DATABASE_URL: database.url,
      ...logUnderTest.settings,
      SECRET_KEY: secretKey,
      LOG_LEVEL: 'silent',
    }),
    {},
  );
  const http = createHttpClient(() => `http://127.0.0.1:${again.port}`);
  try {
    await work((path) => http.send({ path }));
  } finally {
    http.close();
    await again.stop();
  }
}

it('never offers a service whose stream begins with a stray event, says so, and goes on with all others', async () => {
  const salon = await givenSalonForThisTest({});
  expect(await readinessOf(salon)).toEqual({ status: 200, ready: true, unreadable: [] });

  const stream = serviceStream('stray');
  await record(salon.log, [{ stream, type: 'ServiceActivated', data: { serviceId: 'stray' } }]);
  await expect.poll(async () => (await readinessOf(salon)).unreadable).toHaveLength(1);
  expect(await readinessOf(salon)).toEqual({
    status: 503,
    ready: false,
    unreadable: [{ stream, revision: 0, reason: expect.stringContaining('stray@0 holds ServiceActivated') }],
  });
  expect(salon.logged.filter((line) => line.includes('A stream cannot be read'))).toHaveLength(1);

  await salon.booked();
  // The services that bookings are decided by are kept up to date all the same.
  await deactivateService(salon, 'perm');
  const request = bookingRequest({ appointment_date: salon.freshDay(), services: [PERM] });
  const codeOfPerm = async () => (await salon.post('/api/bookings', request)).json;
  await expect.poll(codeOfPerm).toMatchObject({ code: 'unknown-service' });
  await expect(deactivateService(salon, 'stray')).rejects.toThrow(`${stream}@0 holds ServiceActivated`);
  await whileStartedAgain(salon, async (get) => {
    expect((await get('/api/services')).status).toBe(200);
  });
});

it('keeps the opening hours as they were before a stray event in them, says so, and goes on', async () => {
  const salon = await givenSalonForThisTest({});
  const date = salon.freshDay();
  const before = await timesOn(salon.get, date);
  expect(before).toMatchObject({ closed: false, slots: expect.arrayContaining(['9:00 AM', '8:30 PM']) });

  const data = { hoursId: UNKNOWN_HOURS, isAvailable: false };
  const position = await record(salon.log, [{ stream: HOURS, type: 'HoursSwitched', data }]);
  await expect.poll(async () => (await readinessOf(salon)).unreadable).toHaveLength(1);
  expect(await readinessOf(salon)).toMatchObject({
    status: 503,
    ready: false,
    unreadable: [{ stream: HOURS, reason: expect.stringContaining('holds HoursSwitched') }],
  });
  expect(salon.logged.filter((line) => line.includes('A stream cannot be read'))).toHaveLength(1);

  // Reads and commands agree.
  const shown = await salon.get(`/api/availability?date=${date}&services=${HAIRCUT}&after=${position}`);
  expect(shown.json).toEqual(before);
  await salon.booked({ appointment_date: date, appointment_time: '9:00 AM' });
  const early = bookingRequest({ appointment_date: date, appointment_time: '8:30 AM' });
  expectProblem(await salon.post('/api/bookings', early), 'not-offered');

  await expect(switchHours(salon, UNKNOWN_HOURS, true)).rejects.toThrow(MisplacedEvent);
  await whileStartedAgain(salon, async (get) => {
    expect(await timesOn(get, salon.freshDay())).toMatchObject({ closed: false });
    const ready = { log: { ready: true }, read_models: { ready: true }, slot_keeper: { ready: true } };
    await expect
      .poll(() => get('/readyz'))
      .toMatchObject({
        status: 503,
        json: { ...ready, hours_and_services: { ready: false } },
      });
  });
});

it('refuses commands on a booking whose stream holds a stray event: it cannot be changed for now', async () => {
  const salon = await givenSalonForThisTest({});
  const { id, management_token: token } = await salon.booked();
  await record(salon.log, [{ stream: bookingStream(id), type: 'BookingPainted', data: {} }]);
  const refused = await salon.post('/api/manage/cancel', {}, { token });
  expectProblem(refused, 'unreadable-record');
  expect(refused.status).toBe(503);
  // Trying again is of no use before somebody has looked at it.
  expect(refused.headers['retry-after']).toBeUndefined();
  await salon.booked({ appointment_date: salon.freshDay() });
});
