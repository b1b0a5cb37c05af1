import { expect, it } from 'vitest';
import { openPage, PHONE } from '../support/pages/open-page.ts';
import { position, scrollTo } from '../support/pages/scroll-to.ts';
import { givenSite } from '../support/site/given-site.ts';
import { mockApi } from '../support/site/mock-api.ts';
import { AT_CHECKOUT } from '../support/visitor/at-checkout.ts';
import { wizardVisitor } from '../support/visitor/wizard-visitor.ts';

/** These tests look at the part of a step that is in view on a phone. */

const site = givenSite();

it('brings the times of a chosen day into view', async () => {
  const page = await openPage(site.browser, { size: PHONE });
  await mockApi(page);
  const visitor = wizardVisitor(page);
  await page.goto(`${site.url}/book`);
  await visitor.chooseServices("Women's Haircut");
  await visitor.chooseDay(/^24, Tuesday/);
  const first = visitor.button('9:00 AM');
  await first.waitFor();
  await expect.poll(async () => (await first.boundingBox())?.y).toBeLessThan(PHONE.height / 2);
});

it('opens the second step with its heading and the first times in view, and leaves Back to the visitor', async () => {
  // The first of a month of six weeks, the most that a month can have.
  const page = await openPage(site.browser, { size: PHONE, now: new Date('2027-05-01T15:00:00Z') });
  await mockApi(page);
  const visitor = wizardVisitor(page);
  await page.goto(`${site.url}/book`);
  await visitor.chooseServices("Women's Haircut");
  const first = visitor.button('9:00 AM');
  await first.waitFor();
  expect(await visitor.day(/^31, Monday, May 31/).count()).toBe(1);
  const bottom = async () => {
    const box = await first.boundingBox();
    return (box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0);
  };
  await expect.poll(bottom).toBeLessThanOrEqual(PHONE.height);
  const header = await page.getByRole('banner').boundingBox();
  expect((await visitor.heading('Date & Time').boundingBox())?.y).toBeGreaterThanOrEqual(header?.height ?? 0);
  await first.click();
  const left = await scrollTo(page, 40);
  await visitor.button('Continue').evaluate((button: HTMLElement) => button.click());
  await visitor.heading('Checkout').waitFor();
  await page.goBack();
  await visitor.heading('Date & Time').waitFor();
  await expect.poll(() => position(page)).toBe(left);
});

it.each([PHONE, { width: 320, height: 568 }])(
  'opens the checkout with its first field in view, $width px wide',
  async (size) => {
    const page = await openPage(site.browser, { size });
    await mockApi(page);
    await using _ = await AT_CHECKOUT.begin(page);
    await page.goto(site.url + AT_CHECKOUT.path);
    const field = page.getByLabel('Name');
    await field.waitFor();
    const { y = 0, height = 0 } = (await field.boundingBox()) ?? {};
    const bar = await page.locator('[data-bar]').boundingBox();
    expect(y + height).toBeLessThanOrEqual(bar?.y ?? 0);
  },
);

it('keeps the button that continues in view', async () => {
  const page = await openPage(site.browser, { size: PHONE });
  await mockApi(page);
  await page.goto(`${site.url}/book`);
  await page.getByText('Scalp Treatment').click();
  const box = await page.getByRole('button', { name: 'Continue to Date & Time' }).boundingBox();
  expect(box).not.toBeNull();
  expect((box?.y ?? Number.POSITIVE_INFINITY) + (box?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
});
