import { expect, it } from 'vitest';
import { ManageAnswer } from '../../src/contracts/bookings/manage.ts';
import { givenSalonForThisTest } from '../support/server/server.ts';
import { wholeLog } from '../support/server/server-proof.ts';

const PERSON = {
  customer_name: 'Wilhelmina Quagmire',
  customer_email: 'wilhelmina@quagmire.example',
  customer_phone: '(510) 555-0177',
  notes: 'Allergic to lavender',
};
const PERSONAL = /Wilhelmina|Quagmire|quagmire|555-?0177|5105550177|lavender/;

it('neither logs nor stores in clear who books, nor any secret of the private link', async () => {
  const salon = await givenSalonForThisTest();
  const [day, later] = [salon.freshDay(), salon.freshDay()];
  const booking = await salon.booked({ ...PERSON, appointment_date: day });
  const { management_token: token, short_code, position } = booking;
  const seen = await salon.get(`/api/manage?booking_id=${booking.id}&after=${position}`, { token });
  expect(seen.text).toMatch(PERSONAL);

  // The journey with all that can go wrong on the way.
  await salon.get(`/b/${short_code}`, { headers: { Accept: 'text/html' } });
  await salon.get(`/m/${token}`, { headers: { Accept: 'text/html' } });
  await salon.get(`/api/short-links?code=${short_code}`);
  await salon.get('/api/manage/calendar.ics', { token });
  await salon.get(`/api/manage?token=${token}`);
  await salon.get(`/nowhere/${token}?code=${short_code}`);
  await salon.post('/api/bookings', { ...PERSON, services: 7 });
  await salon.http.send({ method: 'POST', path: '/api/bookings', raw: JSON.stringify(PERSON).slice(0, -1) });
  const moved = await salon.post(
    '/api/manage/reschedule',
    { new_date: later, new_time: '11:00 AM' },
    { token },
  );
  expect(ManageAnswer.parse(moved.json).status).toBe('pending');
  expect((await salon.post('/api/manage/cancel', {}, { token })).status).toBe(200);

  const logged = salon.logged.join('');
  expect(salon.logged.length).toBeGreaterThan(8);
  expect(logged).not.toMatch(PERSONAL);
  for (const secret of [token, short_code, salon.secretKey, new URL(salon.database.url).password]) {
    expect(logged).not.toContain(secret);
  }

  const stored = JSON.stringify(
    (await wholeLog(salon.log)).map(({ stream, type, data, metadata }) => ({ stream, type, data, metadata })),
  );
  expect(stored).toContain(booking.id);
  expect(stored).not.toMatch(PERSONAL);
  expect(stored).not.toContain(token);
  expect(stored).not.toContain(short_code);
});
