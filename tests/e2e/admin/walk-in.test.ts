import { describe, expect, it } from 'vitest';
import { ADMIN_SERVICES, projected } from '../support/fixtures/admin-fixtures.ts';
import {
  BOOKING_SUCCESS,
  bookingId,
  bookingPath,
  CREATED,
  changedTo,
  DASHBOARD,
  details,
  HANNAH,
  todayCalendar,
} from '../support/fixtures/booking-fixtures.ts';
import { undoing } from '../support/fixtures/history-fixtures.ts';
import { STYLISTS_PATH, TEAM_OF_FIVE } from '../support/fixtures/team-fixtures.ts';
import { adminOpener } from '../support/pages/open-admin.ts';
import { expectAccessible, PHONE } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { positionAt } from '../support/site/live-updates.ts';
import { json, type MockResponse, problem } from '../support/site/mock-api.ts';

const openAdmin = adminOpener(givenSite());
type More = Parameters<typeof openAdmin>[2];
const open = (api: Record<string, MockResponse> = {}, more: More = {}, path = '/admin') =>
  openAdmin(path, { ...BOOKING_SUCCESS, 'GET /api/admin/calendar': todayCalendar(), ...api }, more);

const WALK_IN = {
  ...HANNAH,
  customer_name: 'Walk-in',
  customer_email: null,
  customer_phone: '',
  walk_in: true,
};

describe('a walk-in', () => {
  it('begins by three taps: the button, a service, Start', async () => {
    const { page, button, dialog, called, toast } = await open({}, { size: PHONE });
    await button('Walk-in').first().click();
    expect(await dialog.getByLabel('Began at').inputValue()).toBe('10:00');
    await dialog.getByText('Free until 11:30 AM, then').waitFor();
    await dialog.getByLabel("Women's Haircut").check();
    await expectAccessible(page);
    await button('Start').click();
    await toast('Walk-in started').waitFor();
    await dialog.waitFor({ state: 'hidden' });
    const [sent] = called('POST /api/admin/bookings');
    expect(sent?.body).toMatchObject({
      walk_in: true,
      customer_name: null,
      appointment_date: '2026-11-20',
      appointment_time: '10:00 AM',
      services: [{ id: 'womens-haircut' }],
    });
  });

  it('begins in the calendar on a phone, too', async () => {
    const { page, button, dialog } = await open({}, { size: PHONE }, '/admin/calendar');
    await button('Walk-in, hours and blocked time').click();
    await page.getByRole('menuitem', { name: 'Walk-in...' }).click();
    await dialog.getByLabel('Began at').waitFor();
  });

  it('says who is in the chair and how long the time is free, and ends the visit where it begins', async () => {
    const underWay = { ...HANNAH, appointment_time: '9:30 AM' };
    const { button, dialog, called, toast } = await open({
      'GET /api/admin/calendar': todayCalendar([underWay]),
      [`GET ${bookingPath(3)}`]: details({ ...underWay, status: 'completed', version: 2 }),
    });
    await button('Walk-in').first().click();
    await dialog.getByText('Hannah Ruiz is in the chair until 10:30 AM.').waitFor();
    await dialog.getByLabel('Began at').fill('09:15');
    await dialog.getByText('Free until 9:30 AM, then Hannah Ruiz.').waitFor();
    await dialog.getByLabel("Women's Haircut").check();
    await dialog.getByText('That leaves 15min, and it takes 1h. Please choose a shorter service.').waitFor();
    expect(await button('Start').isDisabled()).toBe(true);
    await dialog.getByLabel('Began at').fill('10:00');
    await button('Finish Hannah Ruiz at 10:00 AM and start').click();
    await toast('Walk-in started').waitFor();
    expect(called('POST /api/admin/bookings').map(({ body }) => body)).toEqual([
      expect.objectContaining({ finish: { id: HANNAH.id, version: HANNAH.version } }),
    ]);
    await toast('Hannah Ruiz is finished, payment not recorded').waitFor();
    await button('Record payment').click();
    await dialog.getByRole('heading', { name: 'Record payment' }).waitFor();
  });

  it('says what is in the way after the gap of a service, where the next appointment lies within it', async () => {
    const [colour] = ADMIN_SERVICES;
    const within = { ...HANNAH, appointment_time: '10:30 AM', duration: 30 };
    const after = { ...within, id: bookingId(7), customer_name: 'Priya Nair', appointment_time: '11:30 AM' };
    const { button, dialog } = await open({
      'GET /api/admin/services': projected([
        { ...colour, duration_minutes: 120, gap: { start: 30, end: 90 } },
      ]),
      'GET /api/admin/calendar': todayCalendar([within, after]),
    });
    await button('Walk-in').first().click();
    await dialog.getByLabel('Full Color').check();
    const note = dialog.getByRole('status').filter({ hasText: 'Free until 10:30 AM, then Hannah Ruiz.' });
    await note.filter({ hasText: 'Priya Nair has 11:30 AM. Please choose a shorter service.' }).waitFor();
    expect(await button('Start').isDisabled()).toBe(true);
  });

  it('says until when a visitor holds the time, and that the customer in the chair isn’t marked as here', async () => {
    const underWay = { ...HANNAH, appointment_time: '9:30 AM' };
    const arrived = {
      ...HANNAH,
      id: bookingId(8),
      appointment_time: '8:00 AM',
      arrived_at: '2026-11-20T16:00:00.000Z',
    };
    const { page, button, dialog, toast } = await open({
      'GET /api/admin/calendar': todayCalendar([underWay]),
      'GET /api/admin/dashboard': projected({
        ...DASHBOARD,
        today: { ...DASHBOARD.today, bookings: [arrived, underWay] },
      }),
      'POST /api/admin/bookings': problem('slot-taken', {
        in_the_way: {
          kind: 'held',
          start_time: '10:30 AM',
          held_until: '2026-11-20T18:08:00.000Z',
          longest_end: '10:30 AM',
        },
      }),
    });
    await button('Walk-in').first().click();
    await dialog.getByText('Hannah Ruiz (not marked here) has the time until 10:30 AM.').waitFor();
    await dialog.getByLabel("Women's Haircut").check();
    await button('Finish Hannah Ruiz at 10:00 AM and start').click();
    await dialog
      .getByRole('alert')
      .getByText(
        'A visitor is booking 10:30 AM, which is held for them until 10:08 AM. That leaves 30min, and it takes 1h.',
      )
      .waitFor();
    expect(await toast('Error').count()).toBe(0);
    await expectAccessible(page);
  });

  it('begins in a team with one of the stylists, or with anyone who is free', async () => {
    const [ann, bea] = TEAM_OF_FIVE;
    const underWay = { ...HANNAH, appointment_time: '9:30 AM' };
    const { page, button, dialog, called, toast } = await open({
      'GET /api/admin/calendar': todayCalendar([underWay]),
      [`GET ${STYLISTS_PATH}`]: projected({ stylists: [ann, bea] }),
      'POST /api/admin/bookings': json({ ...CREATED, stylist: { id: bea?.id, name: 'Bea Stone' } }, 201),
    });
    await button('Walk-in').first().click();
    const stylist = dialog.getByLabel('With', { exact: true });
    const option = (name: string) => stylist.locator('option', { hasText: name });
    await expect
      .poll(() => stylist.locator('option').allTextContents())
      .toEqual(['Anyone', 'Ann Lee · taken until 10:30 AM', 'Bea Stone · free']);
    await dialog.getByLabel("Women's Haircut").check();
    // Bea doesn't cut.
    await expect.poll(() => option('Bea Stone').isDisabled()).toBe(true);
    await dialog.getByText('Nobody is free for it at 10:00 AM.').waitFor();
    expect(await button('Start').isDisabled()).toBe(true);
    await stylist.selectOption('first');
    await dialog.getByText('Hannah Ruiz is in the chair until 10:30 AM.').waitFor();
    await button('Finish Hannah Ruiz at 10:00 AM and start').waitFor();
    await dialog.getByLabel("Women's Haircut").uncheck();
    await dialog.getByLabel('Full Color').check();
    await stylist.selectOption(bea?.id ?? '');
    await dialog.getByText('Total: 1h 45min · $99.50').waitFor();
    await expectAccessible(page);
    await button('Start').click();
    await toast('Walk-in with Bea Stone').waitFor();
    await toast('Full Color until 11:45 AM').waitFor();
    expect(called('POST /api/admin/bookings').map(({ body }) => body)).toMatchObject([
      { walk_in: true, stylist_id: bea?.id, services: [{ id: 'full-color' }] },
    ]);
  });

  it('gets a name once staff know it', async () => {
    const contact = `POST ${bookingPath(3)}/contact`;
    const { page, button, dialog, called, toast } = await open(
      { [`GET ${bookingPath(3)}`]: details(WALK_IN), [contact]: changedTo(3, 'confirmed') },
      {},
      `/admin/appointments/${HANNAH.id}`,
    );
    await button('Say who it is...').click();
    const name = dialog.getByRole('combobox', { name: 'Customer name' });
    expect(await name.inputValue()).toBe('');
    await name.fill('Wanda Walker');
    await expectAccessible(page);
    await button('Save').click();
    await toast('Walk-in named').waitFor();
    expect(called(contact).map(({ body }) => body)).toEqual([
      { customer_name: 'Wanda Walker', customer_phone: null, customer_email: '' },
    ]);
  });
});

describe('an arrival', () => {
  const arrival = `POST ${bookingPath(3)}/arrival`;
  const withHannah = (arrived_at: string | null) =>
    projected(
      {
        ...DASHBOARD,
        today: { ...DASHBOARD.today, bookings: [{ ...HANNAH, appointment_time: '4:00 PM', arrived_at }] },
      },
      arrived_at ? 5 : 0,
    );

  it('is recorded by one press on the row, and taken back by the toast or by another', async () => {
    const { api, button, called, toast } = await open({
      'GET /api/admin/dashboard': withHannah(null),
      [arrival]: changedTo(3, 'confirmed'),
      ...undoing({ kind: 'booking', id: HANNAH.id }, positionAt(5), {
        type: 'CustomerArrived',
        changes: [{ field: 'customer_name', before: 'Hannah Ruiz', after: 'Hannah Ruiz' }],
      }),
    });
    const here = button('Here: Hannah Ruiz');
    expect(await here.getAttribute('aria-pressed')).toBe('false');
    api.change({ 'GET /api/admin/dashboard': withHannah('2026-11-20T18:00:00.000Z') });
    await here.click();
    await toast('Hannah Ruiz').waitFor();
    await expect.poll(() => here.getAttribute('aria-pressed')).toBe('true');
    await button('Undo').click();
    await toast('Undone: Arrived · Hannah Ruiz').waitFor();
    await here.click();
    await toast('Not here yet').waitFor();
    await expect.poll(() => called('POST').length).toBe(3);
    expect(called('POST').map(({ call, body }) => [call, body])).toEqual([
      [arrival, { here: true }],
      ['POST /api/admin/undo', { position: positionAt(5) }],
      [arrival, { here: false }],
    ]);
  });
});

describe('running late', () => {
  const later = {
    ...HANNAH,
    id: bookingId(8),
    customer_name: 'Lia Later',
    appointment_time: '10:30 AM',
    has_started: false,
  };
  const mute = {
    ...HANNAH,
    id: bookingId(9),
    customer_name: 'Mo Mute',
    appointment_time: '11:30 AM',
    sms_consent: false,
    customer_email: null,
  };
  const mailed = {
    ...HANNAH,
    has_started: false,
    id: bookingId(10),
    customer_name: 'Mia Mail',
    appointment_time: '12:30 PM',
    sms_consent: false,
    customer_email: 'mia@example.com',
  };
  const underWay = { ...HANNAH, appointment_time: '9:30 AM' };
  const day = (bookings = [underWay, later, mute, mailed]) =>
    projected({ ...DASHBOARD, today: { ...DASHBOARD.today, bookings } });

  const toldBy = (id: string, way: 'sms' | 'email') =>
    json({
      id,
      queued: true,
      told: [way],
      notified: way === 'sms',
      departure: null,
      position: positionAt(5),
    });

  it('is told to those who have to wait, by text or mail, in words that staff may change; staff call those who get neither', async () => {
    const late = `POST ${bookingPath(8)}/late`;
    const mail = `POST ${bookingPath(10)}/late`;
    const { page, button, dialog, called, toast } = await open(
      {
        'GET /api/admin/dashboard': day(),
        'GET /api/admin/messages/attention': projected({
          count: 0,
          questions: 0,
          undelivered: [],
          late: [{ booking_id: mute.id, minutes: 10, status: 'delivered' }],
        }),
        [late]: toldBy(later.id, 'sms'),
        [mail]: toldBy(mailed.id, 'email'),
      },
      { size: PHONE },
    );
    await page.getByText('told 10 min late').waitFor();
    await button('Running late: Hannah Ruiz').click();
    await dialog.getByText('Lia Later · 10:30 AM').waitFor();
    expect(await dialog.getByRole('link', { name: /^Call/ }).count()).toBe(1);
    await button('30 min').click();
    // Free time on the way makes the delay of those who follow less.
    await dialog.getByText('Lia Later · 10:30 AM · 30 min').waitFor();
    const lia = dialog.getByRole('group', { name: 'Lia Later' });
    expect(await dialog.getByLabel('Text and mail to Lia Later').count()).toBe(1);
    await lia.getByLabel(/^Mail/).uncheck();
    await dialog.getByLabel('Mail · mia@example.com').uncheck();
    await button('Tell 1 customer').waitFor();
    await dialog.getByLabel('Mail · mia@example.com').check();
    await dialog.getByLabel('Mail to Mia Mail').fill('Half an hour, sorry!');
    const words = dialog.getByLabel('Text to Lia Later');
    expect(await words.inputValue()).toMatch(/^We are running about 30 minutes late for your 10:30 AM/);
    await words.fill('Half an hour late, sorry!');
    await expectAccessible(page);
    await button('Tell 2 customers').click();
    await toast('2 customers told').waitFor();
    expect(called(late).map(({ body }) => body)).toEqual([
      { minutes: 30, text: 'Half an hour late, sorry!', tell: { sms: true, email: false } },
    ]);
    expect(called(mail).map(({ body }) => body)).toEqual([
      { minutes: 30, text: 'Half an hour, sorry!', tell: { sms: false, email: true } },
    ]);
  });
});
