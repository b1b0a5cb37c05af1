import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Availability } from '../../src/contracts/bookings/availability.ts';
import { patiently } from '../support/network/patiently.ts';
import { bookingRequest, FRIDAY_MORNING } from '../support/server/server.ts';
import { expectFocus, openPage, PHONE } from './support/pages/open-page.ts';
import type { Visitor } from './support/pages/open-tab.ts';
import { givenSalonAndBrowser } from './support/site/given-salon.ts';
import { wizardVisitor } from './support/visitor/wizard-visitor.ts';

/** The way to a booking against a real server, and holds on it: what one visitor does, and what another sees of it. */

const given = givenSalonAndBrowser();

async function isFree(date: string, time: string): Promise<boolean> {
  const { json } = await given.salon.get(`/api/availability?date=${date}&services=womens-haircut`);
  return (json as Availability).slots.includes(time);
}

/** The visitor is at the checkout, with a time that is held. */
async function visitorAtCheckout(day: RegExp, time: string, seen: Visitor = {}) {
  const page = await openPage(given.browser, seen);
  await page.goto(`${given.salon.url}/book`);
  const visitor = wizardVisitor(page);
  await visitor.chooseServices("Women's Haircut");
  await visitor.chooseTime(day, time);
  await page.getByText('Held for you for').waitFor();
  return { page, visitor };
}

describe('a time held at the checkout', () => {
  it("isn't offered to others, is free when the tab leaves, and held again when it returns", async () => {
    const date = '2026-11-24';
    const { page, visitor } = await visitorAtCheckout(/^24, Tuesday/, '10:30 AM');
    await expect.poll(() => isFree(date, '10:30 AM')).toBe(false);
    await page.goto('about:blank');
    await expect.poll(() => isFree(date, '10:30 AM')).toBe(true);
    await page.goto(`${given.salon.url}/book?step=checkout`);
    await page.getByText('Held for you for').waitFor();
    await expect.poll(() => isFree(date, '10:30 AM')).toBe(false);
    await page.reload();
    await page.getByText('Held for you for').waitFor();
    await visitor.fillIn();
    await visitor.submit();
    await visitor.toast('Booking Confirmed!').waitFor();
  });

  it('can be booked by its holder, and by nobody else', async () => {
    const { page, visitor } = await visitorAtCheckout(/^25, Wednesday/, '2:00 PM');
    const request = bookingRequest({ appointment_date: '2026-11-25', appointment_time: '2:30 PM' });
    const stranger = await patiently(() => given.salon.post('/api/bookings', request));
    expect(stranger).toMatchObject({ status: 409, json: { code: 'slot-taken' } });
    await visitor.fillIn();
    await visitor.submit();
    await page.waitForURL('**/thank-you');
  });

  it("doesn't block an overlapping choice of its own holder", async () => {
    const { page, visitor } = await visitorAtCheckout(/^27, Friday/, '10:00 AM');
    await visitor.button('Back to date & time').click();
    await visitor.button('10:30 AM').click();
    await visitor.button('Continue').click();
    await page.getByText('Held for you for').waitFor();
    await expect.poll(() => isFree('2026-11-27', '9:30 AM')).toBe(true);
    await visitor.fillIn();
    await visitor.submit();
    await visitor.toast('Booking Confirmed!').waitFor();
  });
});

/** Taps from the front page to a booked first free time, fields aside. */
const AT_MOST = 9;

it('books the first free time on a phone in few taps', { timeout: 180_000 }, async () => {
  const page = await openPage(given.browser, { size: PHONE });
  const taps: string[] = [];
  const tap = async (target: Locator) => {
    taps.push((await target.getAttribute('aria-label')) ?? (await target.textContent()) ?? '');
    await target.click();
  };
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await page.goto(given.salon.url);
  await tap(page.getByRole('link', { name: 'Book Your Appointment', exact: true }));
  await tap(page.getByText("Women's Haircut"));
  await tap(button('Continue to Date & Time'));
  // The first day with free times is chosen already.
  await tap(page.locator('section[aria-labelledby=choose-time] li button').first());
  await tap(button('Continue'));
  await page.getByLabel('Name').fill('Ada Moreau');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Phone').fill('(925) 555-0199');
  await tap(page.getByRole('checkbox', { name: /SMS notifications/ }));
  await tap(button('Book Appointment'));
  await page.waitForURL('**/thank-you');
  await page.getByText('Thank you, Ada Moreau').waitFor();
  expect(taps.length, taps.join(' → ')).toBeLessThanOrEqual(AT_MOST);
});

// A page can't tell one log from the other.
const onOneLog = it.runIf(inject('eventLog') === 'Postgres');

/** Lets so much time pass for the server that it holds no time any more. */
function letHoldsExpire(): Date {
  const later = new Date(FRIDAY_MORNING.getTime() + 601_000);
  given.salon.setClock(later);
  onTestFinished(() => given.salon.setClock(FRIDAY_MORNING));
  return later;
}

onOneLog('explains a hold that expires, keeps what was typed, and lets another time be picked', async () => {
  const { page, visitor } = await visitorAtCheckout(/^28, Saturday/, '10:00 AM');
  await visitor.fillIn();
  await page.getByLabel('Notes').fill('No ammonia, please.');
  await page.clock.setFixedTime(letHoldsExpire());
  await page.getByText('The 10 minutes for which we could hold 10:00 AM are over.').waitFor();
  await page.getByText('No longer held, perhaps still free').waitFor();
  await given.salon.booked({ appointment_date: '2026-11-28', appointment_time: '10:00 AM' });

  await visitor.submit();
  await visitor.heading('Date & Time').waitFor();
  await visitor.notice(/^That time was just taken. Please choose another.$/).waitFor();
  await visitor.button('11:00 AM').click();
  await visitor.button('Continue').click();
  await page.getByText('Held for you for').waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('Ada Moreau');
  expect(await page.getByLabel('Notes').inputValue()).toBe('No ammonia, please.');
  await visitor.submit();
  await page.waitForURL('**/thank-you');
  await page.getByText('at 11:00 AM').waitFor();
});

onOneLog('has a field for bots that people neither see, nor reach, nor hear of', async () => {
  const { page, visitor } = await visitorAtCheckout(/^24, Tuesday/, '3:00 PM');
  const trap = page.locator('#subject');
  // As small as this, and cut to nothing.
  expect(await trap.locator('..').boundingBox()).toMatchObject({ width: 1, height: 1 });
  expect(await trap.locator('..').evaluate((around) => getComputedStyle(around).clipPath)).toBe('inset(50%)');

  const session = await page.context().newCDPSession(page);
  onTestFinished(() => session.detach());
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  const heard = nodes.filter(({ ignored }) => !ignored).map(({ name }) => String(name?.value));
  expect(heard).toContain('Phone');
  expect(heard.filter((name) => /empty/i.test(name))).toEqual([]);

  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'));
  await page.getByLabel('Name').focus();
  const reached: unknown[] = [await focused()];
  const submit = visitor.button('Book Appointment');
  while (!(await submit.evaluate((button) => button === document.activeElement))) {
    await page.keyboard.press('Tab');
    reached.push(await focused());
    expect(reached.length).toBeLessThan(20);
  }
  expect(reached).toEqual([
    'customer_name',
    'customer_email',
    'customer_phone',
    'notes',
    'sms_consent',
    null,
  ]);

  // Browsers and password managers fill in fields by these.
  const offers = await trap.evaluate((field) => [
    field.getAttribute('name'),
    field.getAttribute('autocomplete'),
  ]);
  expect(offers).toEqual(['subject', 'off']);
  for (const manager of ['data-1p-ignore', 'data-lpignore', 'data-bwignore'])
    expect(await trap.getAttribute(manager), manager).not.toBeNull();
});

/** Waits for a toast, and expects that what is to be pressed now is in view, and that the toast lies over none of it. */
async function expectInReach(page: Page, text: string | RegExp, ...controls: readonly Locator[]) {
  const toast = page.locator('[data-sonner-toast][data-mounted=true]').filter({ hasText: text });
  const outOfReach = async () => {
    const { y: top, height } = (await toast.boundingBox()) ?? { y: 0, height: 0 };
    const ys = await Promise.all(controls.map(async (control) => (await control.boundingBox())?.y ?? -1));
    const isInReach = (y = -1) => y >= top + height && y < (page.viewportSize()?.height ?? 0);
    return controls.filter((_, index) => !isInReach(ys[index])).map(String);
  };
  // The page scrolls once it knows how high the toast is.
  await expect.poll(outOfReach).toEqual([]);
}

onOneLog.each([
  [390, '9:00 AM'],
  [320, '1:00 PM'],
])('an error leaves what it is about, and the way on, in reach on a screen of %d px', async (width, time) => {
  const { page, visitor } = await visitorAtCheckout(/^26, Thursday/, time, { size: { ...PHONE, width } });
  const [name, phone] = [page.getByLabel('Name'), page.getByLabel('Phone')];
  const submit = visitor.button('Book Appointment');
  await visitor.submit();
  await expectFocus(name);
  await expectInReach(page, 'Please fill in all required fields.', name, page.getByLabel('Email'), submit);

  await visitor.fillIn({ Phone: '925' });
  await visitor.submit();
  await expectFocus(phone);
  await expectInReach(page, 'Please enter a valid phone number.', phone, submit);

  // The server lets others have the time, and the page doesn't know it yet.
  await phone.fill('(925) 555-0199');
  letHoldsExpire();
  await given.salon.booked({ appointment_date: '2026-11-26', appointment_time: time });
  await visitor.submit();
  await expectFocus(visitor.heading('Date & Time'));
  await visitor.notice(/^That time was just taken. Please choose another.$/).waitFor();
  const first = visitor.button('9:30 AM');
  await expectInReach(page, 'That time was just taken. Please choose another.', first);

  await first.click();
  await visitor.button('Continue').click();
  await page.locator('#subject').evaluate((field: HTMLInputElement) => {
    field.value = 'Cheap watches';
  });
  await visitor.submit();
  const call = visitor.notice(/^For security reasons/).getByRole('link', { name: /^Call/ });
  await call.waitFor();
  await expectInReach(page, /For security reasons/, call, submit);
});
