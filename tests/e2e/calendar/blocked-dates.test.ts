import { describe, expect, it } from 'vitest';
import { PROBLEMS, type ProblemCode } from '../../../src/contracts/problem.ts';
import { projected } from '../support/fixtures/admin-fixtures.ts';
import { booking, details, staffTimes } from '../support/fixtures/booking-fixtures.ts';
import { appointmentOf, BLOCKED, POSITION, SCHEDULE } from '../support/fixtures/calendar-fixtures.ts';
import { UNDONE_EVENT, undoing } from '../support/fixtures/history-fixtures.ts';
import { calendarPageOpener } from '../support/pages/open-calendar.ts';
import { expectAccessible } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, problem } from '../support/site/mock-api.ts';

const open = calendarPageOpener(givenSite());
const FRIDAY = SCHEDULE.hours[3]?.id ?? '';
const calls = (path: string) => `/api/admin/${path}`;

/** A customer who comes on a date that is to be blocked. */
const coming = (customer_name: Parameters<typeof appointmentOf>[0]) => ({
  id: appointmentOf(customer_name),
  customer_name,
  appointment_date: '2026-11-24',
  appointment_time: '9:30 AM',
  duration: 60,
  status: 'confirmed' as const,
});

/** The refusal to block dates on which somebody comes. */
const onDate = (appointments: readonly ReturnType<typeof coming>[]) =>
  problem('appointments-on-date', {
    affected: { total: appointments.length, appointments: [...appointments] },
  });

describe('blocked dates', () => {
  // Spec: 2.blocked-dates, 8.blocked
  it('are blocked with a reason, once the appointments on them have been seen, and opened again', async () => {
    const id = BLOCKED[0]?.id ?? '';
    const answer = json({ id, blocked_date: '2026-11-24', version: 1, position: POSITION }, 201);
    const { page, button, toast, called } = await open('', {
      [`DELETE ${calls(`hours/${FRIDAY}`)}`]: problem('appointments-outside-hours', {
        affected: { total: 10, appointments: [coming('Owen Price')] },
      }),
      [`POST ${calls('blocked-dates')}`]: (route, url) =>
        (url.searchParams.get('acknowledged') ? answer : onDate([coming('Owen Price')]))(route, url),
      [`DELETE ${calls(`blocked-dates/${id}`)}`]: json({
        id,
        blocked_date: '2026-11-26',
        version: 2,
        position: POSITION,
      }),
      ...undoing({ kind: 'day', id: '2026-11-26' }, POSITION, { type: 'DateUnblocked' }),
    });
    await button('Block Date').click();
    await page.getByText('Please choose a date.').waitFor();
    await page.getByText('Please enter a reason for blocking the date.').waitFor();
    expect(called('POST /api/admin')).toEqual([]);
    await page.getByLabel('Date', { exact: true }).fill('2026-11-24');
    await page.getByLabel('Reason').fill('Training');
    await button('Block Date').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Owen Price').waitFor();
    await dialog.getByRole('heading', { name: 'Block Tue, Nov 24?' }).waitFor();
    await dialog.getByRole('button', { name: 'Change nothing' }).click();
    expect(await page.getByLabel('Reason').inputValue()).toBe('Training');
    await button('Block Date').click();
    await dialog.getByRole('button', { name: 'Block and keep the appointment' }).click();
    await toast('Date blocked successfully').waitFor();
    expect(await page.getByLabel('Reason').inputValue()).toBe('');

    // Hours are asked about in the same way, by the weekday that they are for.
    await page.locator('[aria-haspopup=menu]').filter({ hasText: '9 AM – 7 PM' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialog.getByRole('heading', { name: 'Delete Fridays 9 AM – 7 PM?' }).waitFor();
    await dialog.getByRole('button', { name: 'Delete and keep 10 appointments' }).waitFor();
    await dialog.getByRole('button', { name: 'Change nothing' }).click();

    await button('Remove Nov 26, 2026').click();
    await toast('Blocked date removed').waitFor();
    await button('Undo').click();
    await toast('Undone: Date opened again · Thu, Nov 26, 2026').waitFor();
    expect(called('POST /api/admin/undo').map(({ body }) => body)).toEqual([{ event_id: UNDONE_EVENT }]);
  });

  it('are found in the menu of hours and blocked time', async () => {
    const { page } = await open('');
    await page.getByRole('button', { name: 'Hours and blocked time' }).click();
    await page.getByRole('menuitem', { name: 'Block dates...' }).click();
    const card = page.getByRole('region', { name: 'Blocked Dates' });
    const date = card.getByLabel('Date', { exact: true });
    await expect.poll(() => date.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  it('are blocked several at once, after one question about all appointments on them', async () => {
    const owen = appointmentOf('Owen Price');
    const cancelled = booking(18, 'Owen Price', ['2026-11-24', '9:30 AM'], 'cancelled', { id: owen });
    const affected = (['Owen Price', 'Zoe Adler', 'Mila Novak'] as const).map(coming);
    const done = (date: string) => ({ date, id: BLOCKED[0]?.id, version: 1, position: POSITION });
    const refused = (date: string, code: ProblemCode) => ({ date, code, detail: PROBLEMS[code].detail });
    let answers = 0;
    const keys: (string | undefined)[] = [];
    const { page, button, toast, called } = await open('', {
      [`GET /api/admin/bookings/${owen}`]: details(cancelled),
      [`POST ${calls('blocked-dates')}`]: (route, url) => {
        if (!url.searchParams.get('acknowledged')) {
          return onDate(affected)(route, url);
        }
        const isFirst = answers++ === 0;
        const days = [
          done('2026-11-23'),
          isFirst ? refused('2026-11-24', 'appointments-on-date') : done('2026-11-24'),
          refused('2026-11-25', 'already-blocked'),
        ];
        const first = { id: BLOCKED[0]?.id, blocked_date: '2026-11-23', version: 1, position: POSITION };
        return json({ ...first, days }, 201)(route, url);
      },
    });
    page.on('request', (request) => {
      if (request.url().includes('acknowledged')) keys.push(request.headers()['idempotency-key']);
    });
    const card = page.getByRole('region', { name: 'Blocked Dates' });
    await card.getByLabel('Date', { exact: true }).fill('2026-11-23');
    await card.getByLabel('Reason').fill('Renovation');
    await card.getByLabel('Until').fill('2026-11-22');
    await card.getByText('“Until” lies before “Date”.').waitFor();
    await card.getByLabel('Until').fill('2027-01-22');
    await card.getByText('At most 60 days at once.').waitFor();
    await button('Block Date').click();
    await card.getByLabel('Until').fill('2026-11-25');
    expect(called('POST /api/admin')).toEqual([]);

    await button('Block Date').click();
    const question = page.getByRole('dialog', { name: 'Block Mon, Nov 23 – Wed, Nov 25?' });
    await question.getByText('Zoe Adler').waitFor();
    await question.getByRole('button', { name: 'Block and keep 3 appointments' }).waitFor();
    // One of them is to be moved, and isn't there any more.
    await question.getByRole('button', { name: 'Owen Price' }).click();
    await question.getByText('Tue, Nov 24 · 9:30 AM · cancelled').waitFor();
    expect(await question.getByRole('button', { name: 'Owen Price' }).count()).toBe(0);
    await question.getByRole('button', { name: 'Block and keep 2 appointments' }).click();

    // Blocked days stay blocked; the same request tries the rest again.
    await card.getByText('1 of 3 days are done.').waitFor();
    await card.getByText('Tue, Nov 24: There are appointments on this date.').waitFor();
    expect(await card.getByLabel('Reason').inputValue()).toBe('Renovation');
    await expectAccessible(page);
    await button('Try the others again').click();
    await question.getByRole('button', { name: 'Block and keep 3 appointments' }).click();
    await toast('2 dates blocked successfully').waitFor();
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(called('POST /api/admin/blocked-dates').map(({ body }) => body)).toEqual(
      Array(4).fill({ blocked_date: '2026-11-23', until: '2026-11-25', reason: 'Renovation' }),
    );
    expect(await card.getByLabel('Until').inputValue()).toBe('');

    // The same dates again are another request.
    await card.getByLabel('Date', { exact: true }).fill('2026-11-23');
    await card.getByLabel('Until').fill('2026-11-25');
    await card.getByLabel('Reason').fill('Renovation');
    await button('Block Date').click();
    await question.getByRole('button', { name: 'Block and keep 3 appointments' }).click();
    await toast('2 dates blocked successfully').waitFor();
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('let an appointment on them be cancelled from the question, with the usual text to its customer', async () => {
    const owen = appointmentOf('Owen Price');
    const path = `/api/admin/bookings/${owen}`;
    const as = (status: 'confirmed' | 'cancelled') =>
      details(booking(18, 'Owen Price', ['2026-11-24', '9:30 AM'], status, { id: owen }));
    const { page, api, called } = await open('', {
      [`GET ${path}`]: as('confirmed'),
      [`GET ${path}/change-text`]: json({ text: 'Your appointment is cancelled.' }),
      [`POST ${calls('blocked-dates')}`]: onDate([coming('Owen Price')]),
      [`POST ${path}/cancel`]: (route, url) => {
        api.change({ [`GET ${path}`]: as('cancelled') });
        const answer = { id: owen, status: 'cancelled', version: 3, position: POSITION };
        return json({ ...answer, notified: true, departure: null })(route, url);
      },
    });
    const card = page.getByRole('region', { name: 'Blocked Dates' });
    await card.getByLabel('Date', { exact: true }).fill('2026-11-23');
    await card.getByLabel('Until').fill('2026-11-24');
    await card.getByLabel('Reason').fill('Renovation');
    await card.getByRole('button', { name: 'Block Date' }).click();
    const question = page.getByRole('dialog', { name: 'Block Mon, Nov 23 – Tue, Nov 24?' });
    const row = question.getByRole('listitem').filter({ hasText: 'Owen Price' });
    await row.getByRole('button', { name: 'Cancel and tell...' }).click();
    const cancel = page.getByRole('dialog', { name: 'Cancel Appointment' });
    await cancel.getByLabel('Other').check();
    await expect
      .poll(() => cancel.getByLabel('SMS message').inputValue())
      .toBe('Your appointment is cancelled.');
    await cancel.getByRole('button', { name: 'Cancel Appointment' }).click();
    await row.getByText('Tue, Nov 24 · 9:30 AM · cancelled').waitFor();
    expect(await row.getByRole('button', { name: 'Cancel and tell...' }).count()).toBe(0);
    expect(called(`POST ${path}`).map(({ body }) => body)).toEqual([
      { reason: 'other', message: null, notify: true },
    ]);
  });

  it.each(['Owen Price', 'Move...'])(
    'let an appointment on them be moved from the question, by “%s”',
    async (by) => {
      const owen = appointmentOf('Owen Price');
      const path = `/api/admin/bookings/${owen}`;
      const at = (date: string, time: string) =>
        details(booking(18, 'Owen Price', [date, time], 'confirmed', { id: owen, sms_consent: false }));
      const { page, api, called } = await open('', {
        [`GET ${path}`]: at('2026-11-24', '9:30 AM'),
        [`GET ${path}/availability`]: (route, url) =>
          projected(staffTimes(url.searchParams.get('date') ?? ''))(route, url),
        [`POST ${calls('blocked-dates')}`]: onDate([coming('Owen Price')]),
        [`POST ${path}/reschedule`]: (route, url) => {
          api.change({ [`GET ${path}`]: at('2026-12-04', '10:00 AM') });
          const answer = { id: owen, status: 'confirmed', version: 3, position: POSITION };
          return json({ ...answer, notified: false, departure: null })(route, url);
        },
      });
      const card = page.getByRole('region', { name: 'Blocked Dates' });
      await card.getByLabel('Date', { exact: true }).fill('2026-11-23');
      await card.getByLabel('Until').fill('2026-11-24');
      await card.getByLabel('Reason').fill('Renovation');
      await card.getByRole('button', { name: 'Block Date' }).click();
      const question = page.getByRole('dialog', { name: 'Block Mon, Nov 23 – Tue, Nov 24?' });
      const row = question.getByRole('listitem').filter({ hasText: 'Owen Price' });
      await row.getByRole('button', { name: by }).click();
      const moving = page.getByRole('dialog', { name: 'Reschedule Appointment' });
      await moving.getByLabel('New date').fill('2026-12-04');
      await moving.getByLabel('New time').selectOption('10:00 AM');
      await moving.getByRole('button', { name: 'Move to Fri 10:00 AM' }).click();
      await row.getByText('Fri, Dec 4 · 10:00 AM · confirmed').waitFor();
      await question.getByText('They are cancelled or moved.', { exact: false }).waitFor();
      expect(await row.getByRole('button', { name: 'Move...' }).count()).toBe(0);
      // Whether it is still in the way at its new time, the server says.
      await question.getByRole('button', { name: 'Block', exact: true }).click();
      await question.getByText('This appointment stays unless you cancel or move it.').waitFor();
      const asked = called(`POST ${calls('blocked-dates')}`).map(({ body }) => body);
      expect(asked).toHaveLength(2);
      expect(asked[1]).toEqual(asked[0]);
      expect(called(`POST ${path}`).map(({ body }) => body)).toMatchObject([
        { new_date: '2026-12-04', new_time: '10:00 AM' },
      ]);
    },
  );

  // Spec: 5.block-fields, 8.block-failed
  it('say what failed, and keep what was typed', async () => {
    const { page, button, toast } = await open('', {
      [`POST ${calls('blocked-dates')}`]: problem('already-blocked'),
      [`DELETE ${calls(`blocked-dates/${BLOCKED[1]?.id}`)}`]: problem('stale'),
    });
    await page.getByLabel('Date', { exact: true }).fill('2026-11-26');
    await page.getByLabel('Reason').fill('Again');
    await button('Block Date').click();
    await toast('Failed to block date').waitFor();
    await toast('This date is already blocked.').waitFor();
    expect(await page.getByLabel('Reason').inputValue()).toBe('Again');
    await button('Remove Dec 25, 2026').click();
    await toast('Failed to remove blocked date').waitFor();
    await page.getByText('Christmas Day').waitFor();
  });
});
