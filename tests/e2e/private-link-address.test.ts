import { describe, expect, it } from 'vitest';
import { BOOKING_ID, MANAGED, SHORT_CODE, TOKEN } from './support/fixtures/fixtures.ts';
import { privateLinkOpener } from './support/pages/open-private-link.ts';
import { givenSite } from './support/site/given-site.ts';
import { json, lostNetwork } from './support/site/mock-api.ts';

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
