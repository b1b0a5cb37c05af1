import { expect, it } from 'vitest';
import { expectProblem } from '../support/network/http.ts';
import { givenSalonForThisTest } from '../support/server/server.ts';

it('ends the private link thirty days after the appointment, the short link and the calendar file with it', async () => {
  const salon = await givenSalonForThisTest();
  const ended = await salon.booked({ appointment_date: '2026-12-01', notes: 'Left side shorter' });
  const other = await salon.booked({ appointment_date: '2026-12-02' });
  const { management_token: token, short_code } = ended;
  const to = { new_date: '2027-01-05', new_time: '11:00 AM' };
  const asks = [
    () => salon.get(`/api/manage?after=${other.position}`, { token }),
    () => salon.get(`/api/manage?booking_id=${ended.id}`, { token }),
    () => salon.get('/api/manage/calendar.ics', { token }),
    () => salon.get('/api/manage/availability?date=2027-01-05', { token }),
    () => salon.post('/api/manage/reschedule', to, { token }),
    () => salon.post('/api/manage/cancel', {}, { token }),
  ];

  // 11:59 PM in the salon, on the last of the thirty days.
  salon.setClock(new Date('2027-01-01T07:59:00Z'));
  expect((await salon.get(`/api/manage?after=${other.position}`, { token })).json).toMatchObject({
    notes: 'Left side shorter',
  });
  expect((await salon.get(`/api/short-links?code=${short_code}`)).status).toBe(200);
  expect((await salon.get('/api/manage/calendar.ics', { token })).status).toBe(200);

  salon.setClock(new Date('2027-01-01T08:00:00Z'));
  const before = await salon.log.head();
  for (const ask of asks) {
    const answer = await ask();
    expectProblem(answer, 'unauthorized');
    expect(answer.text).toBe((await salon.get('/api/manage', { token: 'no-token-of-ours' })).text);
  }
  expectProblem(await salon.get(`/api/short-links?code=${short_code}`), 'short-link-not-found');
  expect(await salon.causedByPeopleSince(before)).toEqual([]);

  const stillOpen = await salon.get('/api/manage', { token: other.management_token });
  expect(stillOpen.status).toBe(200);
});
