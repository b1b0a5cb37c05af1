import { describe, expect, it } from 'vitest';
import { PROBLEMS } from '../../../src/contracts/problem.ts';
import { daysOf, HOLD_ID, PAGE_CONTENT } from '../support/fixtures/fixtures.ts';
import { expectRulesHold, PHONE } from '../support/pages/open-page.ts';
import { checkoutOpener, countButtons, wizardOpener } from '../support/pages/open-wizard.ts';
import { givenSite } from '../support/site/given-site.ts';
import { invalid, json } from '../support/site/mock-api.ts';

const site = givenSite();
const openWizard = wizardOpener(site);
const openCheckout = checkoutOpener(site);

describe('the steps', () => {
  // Spec: 2.wizard-steps, 2.wizard-help
  it('continues only when the step is complete', async () => {
    const { page, visitor } = await openWizard();
    await page.getByText(/send us an SMS with your name, requested date and service to/).waitFor();
    expect(await countButtons(page, 'Continue to Date & Time')).toBe(0);
    await visitor.chooseServices("Women's Haircut");
    expect(await countButtons(page, 'Continue')).toBe(0);
    await visitor.chooseDay(/^24, Tuesday/);
    await visitor.button('10:30 AM').waitFor();
    expect(await countButtons(page, 'Continue')).toBe(0);
    await visitor.button('10:30 AM').click();
    await visitor.button('Continue').waitFor();
  });

  it('asks once for the texts of its page', async () => {
    let requests = 0;
    const { page } = await openWizard({
      'GET /api/pages/book': (route, url) => {
        requests += 1;
        return json(PAGE_CONTENT.book)(route, url);
      },
    });
    await expect.poll(() => page.title()).toBe(PAGE_CONTENT.book.title);
    expect(requests).toBe(1);
  });

  // Spec: 2.wizard-services
  it('toggles a service by its row, totals the durations, and removes it in the panel', async () => {
    const { page, visitor } = await openWizard();
    await page.getByText('Root Touch up with Style').click();
    await page.getByText('Full Highlights').click();
    const panel = page.getByRole('region', { name: 'Selected Services' });
    await panel.getByText('4h', { exact: true }).waitFor();
    await visitor.button('Remove Full Highlights').click();
    await expect.poll(() => panel.getByText(/^1h 30min/).count()).toBe(2);
    expect(await page.getByRole('checkbox', { name: /^Full Highlights/ }).isChecked()).toBe(false);
  });

  // Spec: 4.wizard-clears
  it('clears the time when the services change, and when a date is chosen', async () => {
    const { page, visitor } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    await visitor.chooseTime(/^24, Tuesday/, '10:30 AM');
    await visitor.button('Back to date & time').click();
    await visitor.chooseDay(/^27, Friday/);
    await page.getByRole('button', { name: '10:30 AM', pressed: false }).waitFor();
    await visitor.button('10:30 AM').click();
    await visitor.button('Back to services').click();
    await page.getByText('Scalp Treatment').click();
    await visitor.button('Continue to Date & Time').click();
    await page.getByRole('button', { name: '10:30 AM', pressed: false }).waitFor();
    expect(await countButtons(page, 'Continue')).toBe(0);
  });

  // Spec: 2.book-now
  it('opens with the service of a link selected, and redirects /book-now to the wizard', async () => {
    const { page } = await openWizard({}, '/book?service=perm');
    const perm = page.getByRole('checkbox', { name: /^Perm/ });
    await expect.poll(() => perm.isChecked()).toBe(true);
    await page.setViewportSize(PHONE);
    await page.goto(`${site.url}/book?service=perm`);
    await expect.poll(async () => (await perm.boundingBox())?.y).toBeLessThan(PHONE.height / 3);
    await page.goto(`${site.url}/book-now`);
    await page.waitForURL('**/book');
  });

  it('ticks the service whose time a wish takes, and notes the wish', async () => {
    const { page, visitor } = await openWizard();
    await page.setViewportSize(PHONE);
    await page.goto(`${site.url}/services`);
    const prices = page.getByRole('region', { name: 'Price menu' });
    await prices.getByRole('link', { name: 'Book Balayage' }).click();
    const highlights = page.getByRole('checkbox', { name: /^Full Highlights/ });
    await expect.poll(() => highlights.isChecked()).toBe(true);
    await page.waitForURL(`${site.url}/book`);
    await page.getByText('Reserves the time for Balayage.').waitFor();
    await expect.poll(async () => (await highlights.boundingBox())?.y).toBeLessThan(PHONE.height / 2);
    // Another one, which comes by a link from elsewhere, is noted too; what the salon hasn't got isn't.
    await page.goto(`${site.url}/book?wish=American+wave`);
    await page.getByText('Reserves the time for American wave.').waitFor();
    await page.goto(`${site.url}/book?wish=Call+1-900-555-0100`);
    await page.waitForURL(`${site.url}/book`);
    await page.getByRole('button', { name: 'Continue to Date & Time' }).click();
    await visitor.chooseTime(/^24, Tuesday/, '10:30 AM');
    expect(await page.getByLabel('Notes').inputValue()).toBe('Balayage\nAmerican wave');
  });
});

it('says in the address which step it shows', async () => {
  const { page, visitor } = await openWizard({}, '/book?step=checkout');
  await page.waitForURL(`${site.url}/book`);
  await visitor.chooseServices("Women's Haircut");
  await page.goto(`${site.url}/book?step=checkout`);
  await visitor.heading('Date & Time').waitFor();
  await page.waitForURL('**/book?step=datetime');
});

it('shows the times of the first free day at once, and leads to the next ones by a tap', async () => {
  const { page, visitor } = await openWizard();
  await visitor.chooseServices("Women's Haircut");
  const days = page.getByRole('region', { name: 'Next free days' }).getByRole('button');
  await visitor.button('9:00 AM').waitFor();
  expect(await days.first().getAttribute('aria-pressed')).toBe('true');
  const second = await days.nth(1).textContent();
  await days.nth(1).click();
  expect(await days.nth(1).getAttribute('aria-pressed')).toBe('true');
  const [, month, day] = /^\w+, (\w+) (\d+)$/.exec(second ?? '') ?? [];
  await page.getByRole('heading', { name: new RegExp(`, ${month}\\w* ${day}$`) }).waitFor();
  // Weeks that are over aren't shown.
  expect(await visitor.day(/^1, Sunday, November 1/).count()).toBe(0);
});

it('shows the month of the first free day, also if that is the next one', async () => {
  const { page, visitor } = await openWizard({
    'GET /api/availability/days': (route, url) => {
      const days = daysOf(url.searchParams.get('from') ?? '', url.searchParams.get('to') ?? '');
      return json(days.map((day) => (day.date < '2026-12-01' ? { ...day, status: 'full' as const } : day)))(
        route,
        url,
      );
    },
  });
  await visitor.chooseServices("Women's Haircut");
  await visitor.heading('Tuesday, December 1').waitFor();
  await page.getByText('December 2026', { exact: true }).waitFor();
  expect(await visitor.day(/^1, Tuesday, December 1, free times, selected/).count()).toBe(1);
});

it('opens at the day that a link names', async () => {
  const { page, visitor } = await openWizard({}, '/book?date=2026-11-27');
  await page.waitForURL(`${site.url}/book`);
  await visitor.chooseServices("Women's Haircut");
  await visitor.heading('Friday, November 27').waitFor();
});

describe('the calendar', () => {
  it('strikes out a day without times, today as well', async () => {
    const { visitor } = await openWizard({
      'GET /api/availability/days': (route, url) => {
        const [from, to] = ['from', 'to'].map((name) => url.searchParams.get(name) ?? '');
        const days = daysOf(from ?? '', to ?? '');
        return json(days.map((day) => (day.date === '2026-11-20' ? { ...day, status: 'full' } : day)))(
          route,
          url,
        );
      },
    });
    await visitor.chooseServices("Women's Haircut");
    for (const day of [/^25, Wednesday.*fully booked/, /^20, Friday.*fully booked/]) {
      const button = visitor.day(day);
      await button.waitFor();
      expect(await button.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe(
        'line-through',
      );
    }
  });

  // Spec: 2.wizard-dates
  it('disables past and blocked days, and says why closed and full ones have no times', async () => {
    const { page, visitor } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    await visitor.day(/^25, Wednesday, November 25, fully booked/).waitFor();
    expect(await visitor.day(/^19, Thursday/).isDisabled()).toBe(true);
    await page.setViewportSize({ ...PHONE, width: 320 });
    await expectRulesHold(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await visitor.day(/^26, Thursday/).isDisabled()).toBe(true);
    await visitor.chooseDay(/^22, Sunday/);
    await page.getByText('We are closed on Sunday, November 22.').waitFor();
    await visitor.chooseDay(/^25, Wednesday/);
    await page.getByText('No opening of 1h is left').waitFor();
  });

  // Spec: 9.booking-window
  it('ends six months ahead, that day included', async () => {
    const { page, visitor } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    const next = page.getByRole('button', { name: /next month/i });
    for (let month = 0; month < 6; month += 1) await next.click();
    await page.getByText('May 2027').waitFor();
    expect(await visitor.day(/^20, Thursday/).isEnabled()).toBe(true);
    expect(await visitor.day(/^21, Friday/).isDisabled()).toBe(true);
    expect(await next.getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the checkout', () => {
  // Spec: 5.checkout-fields, 5.checkout-consent
  it('reports missing fields first, then the missing consent', async () => {
    const { page, visitor, posts } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    await visitor.chooseTime(/^24, Tuesday/, '10:30 AM');
    await visitor.submit();
    await visitor.toast('Missing Information').waitFor();
    await visitor.toast('Please fill in all required fields.').waitFor();
    await expect
      .poll(() => page.getByLabel('Name').evaluate((field) => field === document.activeElement))
      .toBe(true);
    await visitor.fillIn({ Name: '   ' });
    await page.getByRole('checkbox').uncheck();
    await page.getByLabel('Name').fill('Ada Moreau');
    await visitor.submit();
    await visitor.toast('SMS Consent Required').waitFor();
    await visitor.toast('Please consent to SMS notifications to complete your booking.').waitFor();
    expect(posts).toEqual([]);
    // The toast goes with its cause. By itself it would stay for as long as the pointer is on it.
    await visitor.toast('SMS Consent Required').hover();
    await page.getByRole('checkbox').press('Space');
    await visitor.toast('SMS Consent Required').waitFor({ state: 'detached' });
  });

  it('punctuates a phone number, and says what is agreed to', async () => {
    const { page, visitor } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    await visitor.chooseTime(/^24, Tuesday/, '10:30 AM');
    await page.getByLabel('Phone').pressSequentially('9255550199');
    expect(await page.getByLabel('Phone').inputValue()).toBe('(925) 555-0199');
    await page.getByText('Cancel or move online up to 4 hours before').filter({ visible: true }).waitFor();
    expect(await page.getByRole('link', { name: 'terms', exact: true }).first().getAttribute('href')).toBe(
      '/terms-conditions',
    );
  });

  // Spec: 2.wizard-checkout, 2.wizard-done, 7.create-booking, 8.booking-confirmed
  it('sends the specified request, resets itself, and shows the confirmation', async () => {
    const { page, visitor, posts } = await openWizard();
    await visitor.reachCheckout();
    await visitor.submit();
    await visitor.toast('Booking Confirmed!').waitFor();
    await page.waitForURL('**/thank-you');
    expect(posts[0]?.postDataJSON()).toEqual({
      customer_name: 'Ada Moreau',
      customer_email: 'ada@example.com',
      customer_phone: '(925) 555-0199',
      appointment_date: '2026-11-24',
      appointment_time: '10:30 AM',
      services: [{ id: 'womens-haircut' }],
      notes: null,
      sms_consent: true,
      total_amount: 'Price Varies - Determined at Consultation',
      hold_id: HOLD_ID,
    });
    await page.reload();
    await page.getByText('Thank you, Ada Moreau').waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem('booking'))).not.toContain('Ada');
    await page.goto(`${site.url}/book?step=checkout`);
    await visitor.heading('Select Services').waitFor();
    await page.getByText('Nothing chosen yet.').waitFor();
  });

  // Spec: 8.booking-error
  it('shows an error of the server in the specified words, at the field and in the toast', async () => {
    const { page, visitor } = await openCheckout({
      'POST /api/bookings': invalid('invalid-phone', 'customer_phone'),
    });
    await visitor.submit();
    await visitor.toast('Booking Error').waitFor();
    await visitor.toast('Please enter a valid phone number.').waitFor();
    const note = await page.getByLabel('Phone').getAttribute('aria-describedby');
    expect(await page.locator(`#${note}`).textContent()).toBe('Please enter a valid phone number.');
    expect(await page.getByText(PROBLEMS['invalid-phone'].detail).count()).toBe(0);
  });
});
