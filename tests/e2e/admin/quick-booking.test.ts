import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { CUSTOMERS, customerId, listed, projected } from '../support/fixtures/admin-fixtures.ts';
import { CREATED } from '../support/fixtures/booking-fixtures.ts';
import { held } from '../support/pages/open-admin.ts';
import { expectAccessible, expectFocus, PHONE } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, problem } from '../support/site/mock-api.ts';
import { bookingAdmin } from '../support/visitor/booking-admin.ts';

/** A new booking in a few keys or taps. */

const open = bookingAdmin(givenSite());

/** Waits until the middle of something is neither scrolled away nor covered. */
const expectInSight = (target: Locator) =>
  expect
    .poll(() =>
      target.evaluate((one) => {
        const { left, top, width, height } = one.getBoundingClientRect();
        return one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
      }),
    )
    .toBe(true);

const ADA = listed(CUSTOMERS.slice(0, 1));

describe('the customer', () => {
  it('is the first match by Enter, also when that is pressed before the matches are there', async () => {
    const answer = held(listed(CUSTOMERS.slice(0, 2)));
    const { page, dialog, called } = await open('?new', { 'GET /api/admin/customers': answer.respond });
    const name = dialog.getByRole('combobox', { name: 'Customer name' });
    await name.fill('ada');
    await name.press('Enter');
    answer.release();
    await expect.poll(() => dialog.getByLabel('Phone').inputValue()).toBe('(925) 555-0101');
    await expectFocus(name);
    // Nothing was sent, and nothing said to be missing.
    expect(await dialog.getByText('Please select at least one service', { exact: true }).count()).toBe(0);
    expect(called('POST')).toEqual([]);

    await name.fill('b');
    await name.fill('be');
    const options = page.getByRole('option');
    await expect.poll(() => options.first().getAttribute('aria-selected')).toBe('true');
    await name.press('ArrowDown');
    await expect.poll(() => options.nth(1).getAttribute('aria-selected')).toBe('true');
    await name.press('ArrowDown');
    await expect.poll(() => options.first().getAttribute('aria-selected')).toBe('true');
    await name.press('ArrowUp');
    await name.press('Enter');
    await expect.poll(() => name.inputValue()).toBe('Beatriz Álvarez-Montgomery de la Fuente');
  });

  it('is asked about when the typed name is on a card, before a second card is made', async () => {
    const { page, dialog, button, called, toast } = await open('?new', { 'GET /api/admin/customers': ADA });
    const name = dialog.getByRole('combobox', { name: 'Customer name' });
    await name.fill('ada moreau');
    await page.getByRole('option', { name: 'Ada Moreau' }).waitFor();
    await dialog.getByText('Is this Ada Moreau, (925) 555-0101?').waitFor();
    await page.keyboard.press('Tab');
    expect(await dialog.getByText('A new customer').count()).toBe(0);
    await expectFocus(button('Yes, this is Ada Moreau'));
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expectFocus(name);
    await dialog.getByText('A known customer.').waitFor();
    expect(await dialog.getByLabel('Phone').inputValue()).toBe('(925) 555-0101');

    // Left unanswered, it is asked before anything is saved.
    await name.fill('ADA MOREAU');
    await dialog.getByLabel('Phone').fill('(925) 555-0177');
    await dialog.getByLabel('Email (optional)').fill('');
    await dialog.getByLabel("Women's Haircut").check();
    await dialog.getByLabel('Date', { exact: true }).fill('2026-12-04');
    await dialog.getByLabel('Time').selectOption('10:00 AM');
    await button('Create Booking').click();
    await expectFocus(button('Yes, this is Ada Moreau'));
    await dialog.getByRole('alert').getByText('Not saved yet: please say who this is.').waitFor();
    expect(called('POST /api/admin/bookings')).toEqual([]);
    await button('No, somebody else').click();
    await dialog.getByText('Is this Ada Moreau').waitFor({ state: 'hidden' });
    await button('Create Booking').click();
    await toast('Booking created successfully').waitFor();
    expect(called('POST /api/admin/bookings')[0]?.body).not.toHaveProperty('customer_id');
  });

  it('is asked about when the typed number is on a card, and before somebody else’s booking goes to that card', async () => {
    const holder = { id: customerId(1), name: 'Ada Moreau', by: 'phone' };
    const { page, dialog, button, toast, called } = await open('?new', {
      'GET /api/admin/customers': listed([]),
      'POST /api/admin/contact-holder': projected({ holder }),
    });
    const name = dialog.getByLabel('Customer name');
    await dialog.getByLabel('Phone').fill('(925) 555-0101');
    await dialog.getByText('This phone is on Ada Moreau’s card').waitFor();
    await expectAccessible(page);
    await button('Choose Ada Moreau').click();
    await expect.poll(() => name.inputValue()).toBe('Ada Moreau');
    expect(await dialog.getByLabel('Email (optional)').inputValue()).toBe('ada.moreau@example.com');
    await dialog.getByText('A known customer.').waitFor();

    await name.fill('Wanda Walker');
    await dialog.getByText('Ada Moreau’s profile gets this appointment.').waitFor();
    // It is asked once more when the email of the card has settled.
    await expect.poll(() => dialog.getByRole('group', { name: 'A customer whom you know?' }).count()).toBe(1);
    await dialog.getByLabel("Women's Haircut").check();
    await dialog.getByLabel('Date', { exact: true }).fill('2026-12-04');
    await dialog.getByLabel('Time').selectOption('10:00 AM');
    await button('Create Booking').click();
    await expectFocus(button('Choose Ada Moreau'));
    const reason = dialog.getByRole('alert').getByText('Not saved yet: please say who this is.');
    await expectInSight(reason);
    await expectInSight(dialog.getByText('Ada Moreau’s profile gets this appointment.'));
    await expectAccessible(page);
    expect(called('POST /api/admin/bookings')).toEqual([]);
    await button('Keep the name Wanda Walker').click();
    await reason.waitFor({ state: 'hidden' });
    await dialog.getByText('Ada Moreau’s profile gets this appointment.').waitFor();
    await button('Create Booking').click();
    await toast('Booking created successfully').waitFor();
    expect(called('POST /api/admin/bookings')[0]?.body).toMatchObject({ customer_name: 'Wanda Walker' });
  });
});

it('has the services of the last time, the next free days and the free times first', async () => {
  const { page, api, dialog, button, toast, called } = await open(
    '',
    { 'GET /api/admin/customers': ADA, 'POST /api/admin/bookings': problem('stylist-unavailable') },
    { size: PHONE },
  );
  await page.getByText('9 appointments').waitFor();
  await button('Add Booking').click();
  await dialog.getByLabel('Customer name').fill('0101');
  await page.getByRole('option', { name: 'Ada Moreau' }).click();
  const asLastTime = button("As last time (Tue, Oct 13): Women's Haircut");
  await asLastTime.click();
  expect(await asLastTime.getAttribute('aria-pressed')).toBe('true');
  await dialog.getByText('Total: 1h · $45.00').waitFor();
  const days = dialog.getByRole('group', { name: 'Next free days' }).getByRole('button');
  await expect.poll(() => days.count()).toBe(3);
  expect(await days.first().innerText()).toBe('Today');
  // The next step is in sight, below the choice.
  await expectInSight(dialog.getByText("Women's Haircut", { exact: true }).last());
  await expectInSight(days.first());
  await expectInSight(dialog.getByLabel('Time'));
  await expectAccessible(page);
  await days.nth(1).click();
  expect(await days.nth(1).getAttribute('aria-pressed')).toBe('true');
  const date = await dialog.getByLabel('Date', { exact: true }).inputValue();
  expect(date > '2026-11-20').toBe(true);
  const free = dialog.getByLabel('Time').locator('optgroup').first();
  await expect.poll(() => free.getAttribute('label')).toBe('Free');
  await dialog.getByLabel('Time').selectOption('9:30 AM');
  await button('Create Booking').click();
  // No field is about the stylist where the salon is no team, but the refusal is shown.
  await dialog.getByRole('alert').getByText('This stylist does not take this appointment.').waitFor();
  api.change({ 'POST /api/admin/bookings': json(CREATED, 201) });
  await button('Create Booking').click();
  await toast('Booking created successfully').waitFor();
  expect(called('POST /api/admin/bookings')[0]?.body).toMatchObject({
    customer_id: customerId(1),
    appointment_date: date,
    services: [{ id: 'womens-haircut' }],
  });
});

it('finds services by what is typed, and chooses the first by Enter', async () => {
  const { page, dialog } = await open('?new');
  const search = dialog.getByLabel('Search services');
  await search.fill('high');
  await expect.poll(() => dialog.getByRole('checkbox', { name: /Full/ }).count()).toBe(1);
  await search.press('Enter');
  expect(await search.inputValue()).toBe('');
  expect(await dialog.getByLabel('Full Highlights').isChecked()).toBe(true);
  await page.keyboard.type('updo');
  await dialog.getByText('No service found for “updo”.').waitFor();
  await search.fill("women's");
  await search.press('Enter');
  await dialog.getByText('Total: 3h 30min · $155.00').waitFor();
  // Without anything typed, Enter chooses nothing, and sends nothing.
  await search.press('Enter');
  await dialog.getByText('Total: 3h 30min · $155.00').waitFor();
  expect(await dialog.getByText('Customer name must be').count()).toBe(0);
});

it('tells why a new booking’s time can’t be had below both its date and its time', async () => {
  const { dialog } = await open('?new');
  await dialog.getByLabel("Women's Haircut").check();
  const date = dialog.getByLabel('Date', { exact: true });
  await date.fill('2026-12-04');
  await dialog.getByLabel('Time').selectOption('12:00 PM');
  const told = dialog.getByRole('status').filter({ hasText: 'Taken by Tom Okafor' });
  await told.waitFor();
  const [left, right] = [await date.boundingBox(), await dialog.getByLabel('Time').boundingBox()];
  const edges = (box: typeof left) => [
    Math.round(box?.x ?? 0),
    Math.round((box?.x ?? 0) + (box?.width ?? 0)),
  ];
  expect(edges(await told.boundingBox())).toEqual([edges(left)[0], edges(right)[1]]);
  const nearest = dialog.getByRole('group', { name: 'Nearest free times' });
  expect(edges(await nearest.boundingBox())[0]).toBe(edges(left)[0]);

  // The field of the date says what is wrong with it.
  await date.fill('2026-11-19');
  await dialog.getByText('Cannot book appointments in the past.').waitFor();
  expect(await dialog.getByText('Please select a date first.').count()).toBe(0);
});
