import { expect, it } from 'vitest';
import type { ScheduleSlot } from '../../../src/contracts/salon/admin-hours.ts';
import { POSITION, SCHEDULE } from '../support/fixtures/calendar-fixtures.ts';
import { calendarPageOpener } from '../support/pages/open-calendar.ts';
import { expectAccessible, PHONE } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const open = calendarPageOpener(site);
const HOURS = '/api/admin/hours';
const slotsOf = (day: number) => SCHEDULE.hours.filter(({ day_of_week }) => day_of_week === day);
const idOf = ([slot]: readonly ScheduleSlot[]) => slot?.id ?? '';
const changed = (id: string, version: number) => json({ id, version, position: POSITION });

it('are typed once for several weekdays: one command for each, and a refused day is tried again alone', async () => {
  const [friday, thursday] = [idOf(slotsOf(5)), idOf(slotsOf(4))];
  const { page, api, button, toast, called } = await open(
    '?view=day&date=2026-11-20',
    {
      [`PATCH ${HOURS}/${friday}`]: changed(friday, 8),
      [`PATCH ${HOURS}/${thursday}`]: problem('hours-overlap'),
      [`POST ${HOURS}`]: json({ id: friday, version: 9, position: POSITION }, 201),
    },
    PHONE,
  );
  const dialog = page.getByRole('dialog');
  await button('Edit 9:00 AM – 7:00 PM').click();
  await dialog.getByLabel('End time').fill('18:00');
  await dialog.getByRole('checkbox', { name: /^Sunday/ }).check();
  await dialog.getByRole('checkbox', { name: /^Thursday/ }).check();
  expect(await dialog.getByRole('checkbox').count()).toBe(6);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save hours' }).click();
  await toast('Some days stay as they were').waitFor();
  await dialog.getByText(/^Thursday: /).waitFor();
  const sent = () => [...called('PATCH'), ...called('POST')];
  const times = { start_time: '09:00', end_time: '18:00' };
  expect(sent().map(({ call, body }) => [call, body])).toEqual([
    [`PATCH ${HOURS}/${friday}`, times],
    [`PATCH ${HOURS}/${thursday}`, times],
    [`POST ${HOURS}`, { day_of_week: 0, ...times }],
  ]);
  expect(await dialog.getByRole('checkbox', { name: /^Sunday/ }).isChecked()).toBe(false);
  expect(await dialog.getByRole('checkbox', { name: /^Thursday/ }).isChecked()).toBe(true);

  api.change({ [`PATCH ${HOURS}/${thursday}`]: changed(thursday, 10) });
  await dialog.getByRole('button', { name: 'Save hours' }).click();
  await toast('Weekly hours saved').waitFor();
  await dialog.waitFor({ state: 'hidden' });
  expect(called('POST')).toHaveLength(1);
  const patched = called('PATCH').map(({ call }) => call);
  expect(patched).toEqual([friday, thursday, thursday].map((id) => `PATCH ${HOURS}/${id}`));
});
