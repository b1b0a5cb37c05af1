import { describe, expect, it } from 'vitest';
import { BOOKING_ID, MANAGED, SHORT_CODE, TOKEN } from './support/fixtures/fixtures.ts';
import { expectAccessible } from './support/pages/open-page.ts';
import { privateLinkOpener } from './support/pages/open-private-link.ts';
import { givenSite } from './support/site/given-site.ts';
import { json, lostNetwork, problem } from './support/site/mock-api.ts';
import { unansweredIn } from './support/site/unanswered.ts';

const site = givenSite();

const open = privateLinkOpener(site);

describe('the address bar of the manage page', () => {
  it.each([`/m/${TOKEN}`, `/booking/${BOOKING_ID}/manage?token=${TOKEN}`, `/b/${SHORT_CODE}`])(
    'shows the short link in the place of %s, and leads back to the appointment by it',
    async (path) => {
      const { page, visitor } = await open(path);
      const shown = visitor.heading('Manage Your Appointment');
      await shown.waitFor();
      await page.waitForURL(`${site.url}/b/${SHORT_CODE}`);

      await page.reload();
      await shown.waitFor();
      await page.waitForURL(`${site.url}/b/${SHORT_CODE}`);

      await page.getByRole('link', { name: 'Gallery' }).first().click();
      await page.waitForURL(`${site.url}/gallery`);
      await page.goBack();
      await shown.waitFor();
      await page.waitForURL(`${site.url}/b/${SHORT_CODE}`);

      const copied = await open(new URL(page.url()).pathname);
      await copied.visitor.heading('Manage Your Appointment').waitFor();
    },
  );

  it('keeps a token that could not be tried yet, so that reloading tries it again', async () => {
    const { page, api, visitor } = await open(`/m/${TOKEN}`, { 'GET /api/manage': lostNetwork });
    await visitor.heading('We couldn’t load it').waitFor();
    expect(new URL(page.url()).pathname).toBe(`/m/${TOKEN}`);
    api.change({ 'GET /api/manage': json(MANAGED) });
    await page.reload();
    await visitor.heading('Manage Your Appointment').waitFor();
    await page.waitForURL(`${site.url}/b/${SHORT_CODE}`);
  });

  it('has no link to show without a token', async () => {
    const { visitor } = await open(`/booking/${BOOKING_ID}/manage`);
    await visitor.heading('Invalid Link').waitFor();
  });
});

describe('a booking that is recorded and can’t be shown yet', () => {
  const recording = problem('booking-being-recorded');

  it.each([
    [`/m/${TOKEN}`, 'GET /api/manage', json(MANAGED)],
    [
      `/b/${SHORT_CODE}`,
      'GET /api/short-links',
      json({ success: true, booking_id: BOOKING_ID, management_token: TOKEN }),
    ],
  ])('is waited for at %s, and then shown by itself', async (path, call, found) => {
    const { page, api, visitor } = await open(path, { [call]: recording });
    await visitor.heading('We’re just recording your booking').waitFor();
    expect(await page.getByText(/Access Denied|removed/).count()).toBe(0);
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expectAccessible(page);
    api.change({ [call]: found });
    await visitor.heading('Manage Your Appointment').waitFor();
  });

  it.each([
    [`/m/${TOKEN}`, 'GET /api/manage'],
    [`/b/${SHORT_CODE}`, 'GET /api/short-links'],
  ])('that takes too long at %s is said to be so, with another try', async (path, call) => {
    const { page, visitor } = await open('/', { [call]: recording });
    await page.clock.install();
    // While its clock runs ahead, the page would give up on a request that waits.
    const unanswered = unansweredIn(page);
    await page.goto(`${site.url}${path}`);
    await visitor.heading('We’re just recording your booking').waitFor();
    const late = visitor.heading('We can’t show it yet');
    await expect
      .poll(async () => {
        if (unanswered.size === 0) await page.clock.runFor(2_000);
        return late.count();
      })
      .toBe(1);
    await page.getByText('Your link stays valid').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await visitor.heading('We’re just recording your booking').waitFor();
  });
});
