import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bookingStream } from '../../src/features/booking/appointment/events.ts';
import { textsTo } from '../support/accounts/codes.ts';
import { bookingVisitors } from '../support/booking/booking-visitors.ts';
import { eventually } from '../support/machine/eventually.ts';
import { mailFiles } from '../support/messages/mail-files.ts';
import { patiently } from '../support/network/patiently.ts';
import { bookingRequest, givenSalon, type TestSalon } from '../support/server/server.ts';
import { DESKTOP, expectAccessible, openPage, PHONE } from './support/pages/open-page.ts';
import { sharedBrowser } from './support/site/browser.ts';
import { wizardVisitor } from './support/visitor/wizard-visitor.ts';

/** Visitors who need a code, since all together have just filled the calendar, against a real server. */

const given = {} as {
  salon: TestSalon;
  browser: Awaited<ReturnType<typeof sharedBrowser>>;
};
beforeAll(async () => {
  const [browser, salon] = await Promise.all([
    sharedBrowser(),
    givenSalon({ settings: { BOOKING_LIMIT_PER_HOUR: '5', TRUST_PROXY: '1' } }),
  ]);
  Object.assign(given, { browser, salon });
  const somebody = bookingVisitors(() => salon);
  for (let visitor = 0; visitor < 4; visitor += 1)
    expect((await somebody().book({ minutes: 480 })).status).toBe(201);
});
afterAll(async () => {
  await given.browser?.close();
  await given.salon?.stop();
});

const codesTo = async (phone: string) =>
  (await textsTo(given.salon.dataDir, phone)).filter(({ text }) => text.includes('booking code'));
/** The code that was sent last. */
const textedCode = (phone: string) =>
  eventually(async () => {
    const code = (await codesTo(phone)).at(-1)?.code;
    if (!code) throw new Error('no text yet');
    return code;
  });

async function atTheCode(
  size: { readonly width: number; readonly height: number },
  time: string,
  who: string,
) {
  const { salon, browser } = given;
  const page = await openPage(browser, { size });
  await page.goto(`${salon.url}/book`);
  const visitor = wizardVisitor(page);
  await visitor.chooseServices("Women's Haircut");
  await visitor.chooseTime(/^25, Wednesday/, time);
  await visitor.fillIn({
    Email: `${who}@example.com`,
    Phone: who === 'cy' ? '(925) 555-0166' : '(510) 555-0177',
  });
  await visitor.submit();
  await visitor.heading('One more step').waitFor();
  const field = page.getByRole('textbox', { name: 'Your code' });
  return { page, visitor, field };
}

describe('a visitor who has to show to be reached', () => {
  it('types the code that was texted, after a wrong one, while the time stays held', async () => {
    const { page, visitor, field } = await atTheCode(PHONE, '10:30 AM', 'cy');
    await expectAccessible(page);
    expect(await codesTo('+19255550166')).toEqual([]);
    await visitor.button('Text me a code').click();
    await field.waitFor();
    await expectAccessible(page);
    await page.getByText('(925) 555-0166').waitFor();
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
    expect(await field.getAttribute('inputmode')).toBe('numeric');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('booking-code');
    const right = await textedCode('+19255550166');
    // The time is held: another visitor's request for it is refused.
    const others = bookingRequest({
      appointment_date: '2026-11-25',
      appointment_time: '10:30 AM',
      customer_phone: '(925) 555-0112',
    });
    const key = randomUUID();
    const refused = await patiently(() => given.salon.post('/api/bookings', others, { key }));
    expect((refused.json as { readonly code: string }).code).toBe('slot-taken');

    await field.fill(right === '000000' ? '111111' : '000000');
    await page.getByRole('alert').getByText('That code is not right, or it has expired.').waitFor();
    await expectAccessible(page);
    await expect.poll(() => field.inputValue()).toBe('');

    // The tab was unloaded while the visitor read the text.
    await page.reload();
    await visitor.submit();
    await field.fill(right);
    await visitor.toast('Booking Confirmed!').waitFor();
    await page.waitForURL('**/thank-you');
    expect(await codesTo('+19255550166')).toHaveLength(1);
  });

  it('gets it by mail instead, or goes back to the details; nothing is booked twice', async () => {
    const { page, visitor, field } = await atTheCode(DESKTOP, '1:00 PM', 'bo');
    await visitor.button('Change my details').click();
    await visitor.heading('One more step').waitFor({ state: 'detached' });
    await page.getByLabel('Name').fill('Bo Lindqvist');
    await visitor.submit();
    await visitor.button('Email me a code').click();
    await field.waitFor();
    await expectAccessible(page);
    const mail = await eventually(async () => {
      const found = (await mailFiles(given.salon.dataDir)).find(
        ({ to }) => to?.[0]?.address === 'bo@example.com',
      );
      if (!found) throw new Error('no mail yet');
      return found;
    });
    const [code = ''] = /\d{6}/.exec(mail.subject ?? '') ?? [];
    const booked = page.waitForResponse(
      (response) => response.url().endsWith('/api/bookings') && response.status() === 201,
    );
    await field.fill(code);
    const { id } = (await (await booked).json()) as { readonly id: string };
    await visitor.toast('Booking Confirmed!').waitFor();
    expect((await given.salon.historyByPeople(id)).map(({ type }) => type)).toEqual(['BookingRequested']);
    expect(bookingStream(id)).toContain(id);
    // Six digits can be part of any number or hash: as a value of their own they would stand between other signs.
    expect(given.salon.logged.join('')).not.toMatch(new RegExp(`(?<![0-9a-f.])${code}(?![0-9a-f])`));
  });
});
