import { describe, expect, it } from 'vitest';
import { TOKEN } from './support/fixtures.ts';
import { givenSite } from './support/given-site.ts';
import { wizardOpener } from './support/open-wizard.ts';

/** The confirmation on paper, and handed on. */

const site = givenSite();
const openWizard = wizardOpener(site);

async function openConfirmation() {
  const { page, visitor } = await openWizard();
  await visitor.reachCheckout();
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
  await main.getByText(`/m/${TOKEN}`).waitFor();
  for (const role of ['button', 'banner', 'contentinfo'] as const)
    expect(await page.getByRole(role).count(), role).toBe(0);
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(sideways).toBe(false);
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
        JSON.stringify({ title: 'My appointment at Lumière Hair Studio', url: `${site.url}/m/${TOKEN}` }),
      );
  });

  it('is otherwise copied, with a message', async () => {
    const { page, visitor } = await openConfirmation();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await visitor.button('Share or copy link').click();
    await visitor.toast('Link copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${site.url}/m/${TOKEN}`);
  });
});
