import { describe, expect, it } from 'vitest';
import { SHORT_CODE, TOKEN } from './support/fixtures/fixtures.ts';
import { copiedIn, noteCopied } from './support/pages/copied.ts';
import { openPage } from './support/pages/open-page.ts';
import { checkoutOpener } from './support/pages/open-wizard.ts';
import { givenSite } from './support/site/given-site.ts';
import { mockApi } from './support/site/mock-api.ts';

/** The confirmation on paper, and handed on. */

const site = givenSite();
const openCheckout = checkoutOpener(site);

async function openConfirmation() {
  const { page, visitor } = await openCheckout();
  await visitor.submit();
  await page.getByRole('heading', { name: 'Thank you, Ada Moreau' }).waitFor();
  return { page, visitor };
}

it('prints what the customer needs for the visit, and no buttons', async () => {
  const { page } = await openConfirmation();
  await page.emulateMedia({ media: 'print' });
  const main = page.getByRole('main');
  for (const words of ['Nov 24, 2026', '10:30 AM', "Women's Haircut", 'Contra Costa Blvd', '(925) 555-0142'])
    await main.getByText(words).first().waitFor();
  await main.getByText(`/b/${SHORT_CODE}`).waitFor();
  expect(await main.getByText(TOKEN).count()).toBe(0);
  for (const role of ['button', 'banner', 'contentinfo'] as const)
    expect(await page.getByRole(role).count(), role).toBe(0);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(sideways).toBe(false);
});

describe('the confirmation by an address', () => {
  const WORDS = 'Your card was declined, call 900-555-0100';
  async function openAddress(query: Record<string, string>) {
    const page = await openPage(site.browser);
    await mockApi(page);
    const ours = { success: 'true', date: '2026-11-24', time: '10:30 AM' };
    await page.goto(`${site.url}/thank-you?${new URLSearchParams({ ...ours, ...query })}`);
    return page;
  }

  // Spec: 2.thank-you-sources
  it('shows the appointment with services of the salon, and says whose words these are', async () => {
    const page = await openAddress({
      services: JSON.stringify([{ name: "Women's Haircut", duration: 5 }]),
      name: 'Ada Moreau',
      email: 'ada@example.com',
      phone: '(925) 555-0199',
    });
    await page.getByRole('heading', { name: 'Thank you', exact: true }).waitFor();
    const main = page.getByRole('main');
    for (const words of [
      'Nov 24, 2026',
      "Women's Haircut",
      'Total Duration',
      'Ada Moreau',
      'ada@example.com',
      '(925) 555-0199',
      'This page shows what its link says about an appointment.',
    ])
      await main.getByText(words).first().waitFor();
    expect(await main.getByText('1h', { exact: true }).count()).toBe(2);
  });

  it('shows nobody else’s words', async () => {
    const page = await openAddress({
      date: `2026-11-24 ${WORDS}`,
      services: JSON.stringify([WORDS, { name: WORDS, duration: 60 }, { id: 'perm', name: WORDS }]),
      name: WORDS,
      email: WORDS,
      phone: WORDS,
      notes: WORDS,
      managePath: '/m/evil',
    });
    await page.getByText('Nov 24, 2026').waitFor();
    await page.getByText('Perm', { exact: true }).waitFor();
    expect(await page.content()).not.toMatch(/declined|900-555|evil/);
    const calendar = page.getByRole('link', { name: 'Add to Calendar' });
    expect(decodeURIComponent((await calendar.getAttribute('href')) ?? '')).not.toMatch(/declined|900-555/);
  });
});

describe('the private link', () => {
  it('is shared by the device if it can', async () => {
    const { page, visitor } = await openConfirmation();
    await page.evaluate(() => {
      navigator.share = async (data) => {
        document.title = JSON.stringify(data);
      };
    });
    await visitor.button('Share or copy link').click();
    await expect
      .poll(() => page.title())
      .toBe(
        JSON.stringify({
          title: 'My appointment at Lumière Hair Studio',
          url: `${site.url}/b/${SHORT_CODE}`,
        }),
      );
  });

  it('is otherwise copied, with a message', async () => {
    const { page, visitor } = await openConfirmation();
    await noteCopied(page);
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await visitor.button('Share or copy link').click();
    await visitor.toast('Link copied').waitFor();
    expect(await copiedIn(page)).toBe(`${site.url}/b/${SHORT_CODE}`);
  });
});
