import { expect, it } from 'vitest';
import { loadConfig } from '../../src/adapters/config.ts';
import { serviceStream } from '../../src/features/catalogue/events.ts';
import { startServer } from '../../src/main.ts';
import { record } from '../projections/events.ts';
import { givenSalonForThisTest } from '../support/server.ts';
import { deactivateService } from '../support/server-staff.ts';

/** What became of an event in a service's stream that no command of ours would have appended. */
interface Readiness {
  readonly hours_and_services: { readonly ready: boolean; readonly leftOut: readonly object[] };
}

it('leaves the service out whose stream holds a stray event, says so, and goes on with all others', async () => {
  const salon = await givenSalonForThisTest({});
  const readiness = async () => {
    const { status, json } = await salon.get('/readyz');
    return { status, ...(json as Readiness).hours_and_services };
  };
  expect(await readiness()).toEqual({ status: 200, ready: true, leftOut: [] });

  const stream = serviceStream('stray');
  const { stream: _, ...stray } = { stream, type: 'ServiceActivated', data: { serviceId: 'stray' } };
  await record(salon.log, [{ stream, ...stray }]);
  await expect.poll(async () => (await readiness()).leftOut).toHaveLength(1);
  expect(await readiness()).toEqual({
    status: 503,
    ready: false,
    leftOut: [{ stream, revision: 0, reason: expect.stringContaining('stray@0 holds ServiceActivated') }],
  });
  expect(salon.logged.filter((line) => line.includes('A stream is left out'))).toHaveLength(1);

  await salon.booked();
  // The services that bookings are decided by are kept up to date all the same.
  const { position } = await deactivateService(salon, 'perm');
  await salon.get(`/api/services?after=${position}`);
  const appointment_date = salon.freshDay();
  const perm = { id: 'perm', name: 'Perm', price: '$0', duration: 30 };
  await expect(salon.booked({ appointment_date, services: [perm] })).rejects.toThrow('not booked: 400');
  await expect(deactivateService(salon, 'stray')).rejects.toThrow(`${stream}@0 holds ServiceActivated`);

  const again = await startServer(
    loadConfig({
      PORT: '0',
      DATABASE_URL: salon.database.url,
      ...salon.logUnderTest.settings,
      SECRET_KEY: salon.secretKey,
      LOG_LEVEL: 'silent',
    }),
    {},
  );
  await again.stop();
});
