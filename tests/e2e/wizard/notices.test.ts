import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { SHORT_CODE } from '../support/fixtures/fixtures.ts';
import { expectAccessible, openPage, PHONE } from '../support/pages/open-page.ts';
import { checkoutOpener, countButtons, wizardOpener } from '../support/pages/open-wizard.ts';
import { givenSite } from '../support/site/given-site.ts';
import { lostNetwork, mockApi, problem } from '../support/site/mock-api.ts';
import { wizardVisitor } from '../support/visitor/wizard-visitor.ts';

/** What the wizard says, where it says it, and for how long. */

const site = givenSite();
const openWizard = wizardOpener(site);
const openCheckout = checkoutOpener(site);

const toasts = (page: Page) => page.locator('[data-sonner-toast]').count();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);

describe('services that together take longer than can be booked', () => {
  it('are said to be so at the first step, with a number to call', async () => {
    const { page, visitor } = await openWizard();
    for (const name of ['Full Color', 'Full Highlights', 'Brazilian Treatment'])
      await page.getByRole('checkbox', { name: new RegExp(`^${name}`) }).check();
    await visitor.button('Continue to Date & Time').waitFor();
    await page.getByRole('checkbox', { name: /^Scalp/ }).check();
    await page
      .getByRole('alert')
      .getByText('These services take too long to book together online. Please choose fewer, or call us.')
      .waitFor();
    await page.getByRole('alert').getByRole('link', { name: 'Call (925) 555-0142' }).waitFor();
    expect(await countButtons(page, 'Continue to Date & Time')).toBe(0);
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: /^Scalp/ }).uncheck();
    await visitor.button('Continue to Date & Time').click();
    await visitor.heading('Date & Time').waitFor();
  });
});

describe('toasts', () => {
  it('are one at a time, however often the button is pressed', async () => {
    const { page, visitor } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    await visitor.chooseTime(/^24, Tuesday/, '10:30 AM');
    for (let press = 0; press < 4; press += 1) await visitor.submit();
    await visitor.toast('Missing Information').waitFor();
    expect(await toasts(page)).toBe(1);
  });

  it('are about the field that has the focus', async () => {
    const { page, visitor } = await openCheckout();
    await page.getByLabel('Email').fill('ada');
    await page.getByRole('checkbox', { name: /SMS notifications/ }).uncheck();
    await visitor.submit();
    await visitor.toast('Please enter a valid email address.').waitFor();
    await expect.poll(() => focused(page)).toBe('email');
    await page.getByLabel('Phone').fill('');
    await visitor.submit();
    await visitor.toast('Missing Information').waitFor();
    await expect.poll(() => focused(page)).toBe('phone');
  });

  it('that report an error end with the page', async () => {
    const { page, visitor } = await openCheckout({ 'POST /api/bookings': problem('rate-limit-exceeded') });
    await visitor.submit();
    await visitor.toast('Booking Error').waitFor();
    await page.getByRole('link', { name: 'Gallery' }).first().click();
    await page.waitForURL('**/gallery');
    await visitor.toast('Booking Error').waitFor({ state: 'detached' });
  });

  it('appear on a phone below the header, and cover neither what is wrong nor the bar', async () => {
    const page = await openPage(site.browser, { size: PHONE });
    await mockApi(page);
    const visitor = wizardVisitor(page);
    await page.goto(`${site.url}/book`);
    await visitor.chooseServices("Women's Haircut");
    await visitor.chooseTime(/^24, Tuesday/, '10:30 AM');
    await visitor.submit();
    const toast = page.locator('[data-sonner-toast]');
    await toast.waitFor();
    const header = await page.locator('header').first().boundingBox();
    const top = async () => (await toast.boundingBox())?.y;
    await expect.poll(top).toBeGreaterThanOrEqual(header?.height ?? 0);
    const room = async (field: Locator) => {
      const [over, below] = await Promise.all([toast.boundingBox(), field.boundingBox()]);
      return over && below ? below.y - (over.y + over.height) : -1;
    };
    await expect.poll(() => room(page.getByLabel('Name', { exact: true }))).toBeGreaterThan(0);
    await page.getByLabel('Name', { exact: true }).fill('Grace Holm');
    await page.getByLabel('Email').fill('grace@example.com');
    await toast.waitFor({ state: 'detached' });
    await visitor.submit();
    await toast.waitFor();
    await expect.poll(() => room(page.getByLabel('Phone'))).toBeGreaterThan(0);
    const overBar = async () => {
      const [phone, bar] = await Promise.all([
        page.getByLabel('Phone').boundingBox(),
        page.locator('[data-bar]').boundingBox(),
      ]);
      return (bar?.y ?? 0) - ((phone?.y ?? 0) + (phone?.height ?? 0));
    };
    await expect.poll(overBar).toBeGreaterThanOrEqual(0);
  });
});

it('says in view, and in the specified toast, that the outcome of a booking is unknown', async () => {
  const page = await openPage(site.browser, { size: PHONE });
  await mockApi(page, { 'POST /api/bookings': lostNetwork });
  const visitor = wizardVisitor(page);
  await page.goto(`${site.url}/book`);
  await visitor.reachCheckout();
  await visitor.submit();
  const notice = page.getByText('We didn’t get an answer');
  await notice.waitFor();
  const bar = await page.locator('[data-bar]').boundingBox();
  await expect
    .poll(async () => {
      const box = await notice.boundingBox();
      return (box?.y ?? 0) + (box?.height ?? 0);
    })
    .toBeLessThanOrEqual(bar?.y ?? 0);
  await expect.poll(async () => (await notice.boundingBox())?.y).toBeGreaterThan(72);
  await visitor.toast('Failed to create booking. Please try again.').waitFor();
});

it.each([
  ['rate-limit-exceeded', /You've reached the booking limit/],
  ['suspicious-booking', /please contact us directly at \(925\) 555-0142/],
] as const)(
  'keeps a refusal that needs a call on the page, with the number to call: %s',
  async (code, text) => {
    const { page, visitor } = await openCheckout({ 'POST /api/bookings': problem(code) });
    await visitor.submit();
    await visitor.notice(text).getByRole('link', { name: 'Call (925) 555-0142' }).waitFor();
    await page.getByLabel('Name').fill('Ada Lovelace');
    expect(await visitor.notice(text).count()).toBe(1);
  },
);

it('shows no other step while the confirmation is loading', async () => {
  const { page, visitor } = await openCheckout();
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  const asked = page.waitForRequest('**/assets/*.js');
  await visitor.submit();
  await asked;
  await visitor.toast('Booking Confirmed!').waitFor();
  await visitor.heading('Checkout').waitFor();
  expect(await visitor.heading('Select Services').count()).toBe(0);
  await visitor.button('Booking...').waitFor();
  gate.resolve();
  await visitor.heading('Thank you, Ada Moreau').waitFor();
  expect(await page.evaluate(() => sessionStorage.getItem('booking'))).not.toContain('Ada');
});

it('goes on by one step for a double click', async () => {
  const { page, visitor } = await openWizard();
  await page.getByRole('checkbox', { name: /^Perm/ }).check();
  const before = await page.evaluate(() => history.length);
  await visitor.button('Continue to Date & Time').dblclick();
  await visitor.heading('Date & Time').waitFor();
  expect(await page.evaluate(() => history.length)).toBe(before + 1);
});

it.each([
  ['a phone in landscape', { width: 844, height: 390 }],
  ['a window zoomed to 200 %', { width: 720, height: 450 }],
])('keeps the button that continues in view on %s', async (_, size) => {
  const page = await openPage(site.browser, { size });
  await mockApi(page);
  await page.goto(`${site.url}/book`);
  await page.getByRole('checkbox', { name: /^Perm/ }).check();
  await page.evaluate(() => window.scrollTo(0, 300));
  const button = await page.getByRole('button', { name: 'Continue to Date & Time' }).boundingBox();
  expect((button?.y ?? Number.POSITIVE_INFINITY) + (button?.height ?? 0)).toBeLessThanOrEqual(size.height);
  const bar = await page.locator('[data-bar]').boundingBox();
  expect(bar?.height).toBeLessThanOrEqual(80);
  await expectAccessible(page);
});

it.each([320, 390])('fits long words of the visitor into a screen of %d px', async (width) => {
  const page = await openPage(site.browser, { size: { ...PHONE, width } });
  await mockApi(page);
  const visitor = wizardVisitor(page);
  await page.goto(`${site.url}/book`);
  await visitor.reachCheckout();
  await page.getByLabel('Name').fill('A'.repeat(90));
  await page.getByLabel('Email').fill(`${'ada.moreau'.repeat(6)}@${'example'.repeat(8)}.com`);
  await page.getByLabel('Notes').fill(`https://example.com/${'look'.repeat(60)}`);
  await visitor.submit();
  await page.getByText(/^Thank you, A/).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await page.getByRole('link', { name: 'Manage your appointment' }).click();
  await page.waitForURL(`**/b/${SHORT_CODE}`);
});
