import { expect, it } from 'vitest';
import { openPage } from './support/pages/open-page.ts';
import { givenSite } from './support/site/given-site.ts';
import { mockApi } from './support/site/mock-api.ts';
import { wizardVisitor } from './support/visitor/wizard-visitor.ts';

const site = givenSite();

// Spec: 9.time-zone, 9.date-format
it.each([
  ['Asia/Tokyo', '2026-11-20T20:00:00Z', 'it is Saturday there already'],
  ['Pacific/Auckland', '2026-11-21T03:30:00Z', 'it is Saturday afternoon there'],
  ['Pacific/Honolulu', '2026-11-20T08:30:00Z', 'it is Thursday there still'],
  ['Europe/Paris', '2026-11-20T18:00:00Z', 'it is Friday evening there'],
])('shows and books the days of the salon to a visitor in %s at %s: %s', async (timeZone, now) => {
  const page = await openPage(site.browser, { timeZone, now: new Date(now) });
  await mockApi(page);
  const visitor = wizardVisitor(page);
  await page.goto(`${site.url}/book`);
  await visitor.chooseServices("Women's Haircut");
  expect(await visitor.day(/^19, Thursday, November 19/).isDisabled()).toBe(true);
  expect(await visitor.day(/^20, Friday, November 20, free times/).isEnabled()).toBe(true);
  await visitor.chooseTime(/^24, Tuesday, November 24/, '10:30 AM');
  await visitor.fillIn();
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await visitor.submit();
  expect((await sent).postDataJSON()).toMatchObject({
    appointment_date: '2026-11-24',
    appointment_time: '10:30 AM',
  });
  await page.getByText('Pacific Time').waitFor();
  await page.getByText('Nov 24, 2026', { exact: true }).waitFor();
  const event = await page.getByRole('link', { name: 'Add to Calendar' }).getAttribute('href');
  expect(new URL(event ?? '').searchParams.get('dates')).toBe('20261124T183000Z/20261124T193000Z');
});
