import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { openPage, PHONE } from '../support/pages/open-page.ts';
import { givenSite } from '../support/site/given-site.ts';
import { mockApi } from '../support/site/mock-api.ts';
import { wizardVisitor } from '../support/visitor/wizard-visitor.ts';

/** Booking by visitors who have set their browser to large text, or to a few colours of their own. */

const site = givenSite();

it('fits text of twice the size into a phone, from the first step to the private page', async () => {
  const page = await openPage(site.browser, { size: PHONE });
  await mockApi(page);
  const visitor = wizardVisitor(page);
  const enlarged = async () => {
    await page.addStyleTag({ content: 'html { font-size: 200% }' });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    const nameEnd = async () => {
      const name = await page.locator('header').getByText('Lumière Hair Studio').boundingBox();
      return (name?.x ?? -1) + (name?.width ?? 0);
    };
    await expect.poll(nameEnd).toBeLessThan(PHONE.width);
  };
  await page.goto(`${site.url}/book`);
  await visitor.heading('Select Services').waitFor();
  await enlarged();
  await visitor.chooseServices("Women's Haircut");
  await enlarged();
  await visitor.chooseTime(/^24, Tuesday/, '10:30 AM');
  const stepEnd = async () => {
    const step = await page.locator('[aria-current=step]').boundingBox();
    return (step?.x ?? PHONE.width) + (step?.width ?? 0);
  };
  await expect.poll(stepEnd).toBeLessThan(PHONE.width);
  await enlarged();
  await visitor.fillIn();
  await visitor.submit();
  await page.waitForURL('**/thank-you');
  await enlarged();
  await page.getByRole('link', { name: 'Manage your appointment' }).click();
  await visitor.heading('Manage Your Appointment').waitFor();
  await enlarged();
});

it('marks the chosen day, the chosen time and the main button in forced colours', async () => {
  const page = await openPage(site.browser);
  await page.emulateMedia({ forcedColors: 'active' });
  await mockApi(page);
  const visitor = wizardVisitor(page);
  const ground = (element: Locator) => element.evaluate((node) => getComputedStyle(node).backgroundColor);
  await page.goto(`${site.url}/book`);
  await visitor.chooseServices("Women's Haircut");
  await visitor.chooseDay(/^24, Tuesday/);
  const plainDay = await ground(visitor.day(/^27, Friday/));
  await expect.poll(() => ground(visitor.day(/^24, Tuesday/))).not.toBe(plainDay);
  await visitor.button('10:30 AM').click();
  const plainTime = await ground(visitor.button('11:00 AM'));
  await expect.poll(() => ground(visitor.button('10:30 AM'))).not.toBe(plainTime);
  const marked = await ground(visitor.button('10:30 AM'));
  await expect.poll(() => ground(visitor.button('Continue'))).toBe(marked);
});
