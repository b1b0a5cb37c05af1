import { describe, expect, it } from 'vitest';
import {
  CREATED,
  HELD,
  MANAGED,
  NEXT_FREE,
  PAGE_CONTENT,
  STYLISTS,
  slotsOf,
} from '../support/fixtures/fixtures.ts';
import { expectFocus } from '../support/pages/open-page.ts';
import { wizardOpener } from '../support/pages/open-wizard.ts';
import { givenSite } from '../support/site/given-site.ts';
import { json, type MockResponse, problem } from '../support/site/mock-api.ts';

const site = givenSite();
const openWizard = wizardOpener(site);

describe('the choice of a stylist', () => {
  const [ann, bea] = STYLISTS;
  const asked: (string | null)[] = [];
  const withTeam = {
    'GET /api/pages/book': json({ ...PAGE_CONTENT.book, stylists: STYLISTS }),
    'GET /api/availability/next/stylists': json(NEXT_FREE),
    'GET /api/availability': ((route, url) => {
      asked.push(url.searchParams.get('stylist_id'));
      return json(slotsOf(url.searchParams.get('date') ?? ''))(route, url);
    }) satisfies MockResponse,
  };

  it('books with the one who is chosen, at her own price and in her own time', async () => {
    const { page, posts, holds, visitor } = await openWizard(withTeam);
    await visitor.chooseServices("Women's Haircut");
    await page.getByRole('radio', { name: /^Anyone .*Next: Sat 9:30 AM$/, checked: true }).waitFor();
    await page.getByRole('radio', { name: /^Ann Lee Color specialist Next: Tue 2:30 PM$/ }).waitFor();
    await visitor.chooseDay(/^24, Tuesday/);
    await visitor.button('10:30 AM').click();
    // The time of another stylist is another one.
    await page.getByRole('radio', { checked: true }).press('ArrowLeft');
    await page.getByRole('radio', { name: /^Bea/, checked: true }).waitFor();
    await visitor.heading('Tuesday, November 24').waitFor();
    await page.getByRole('button', { name: '10:30 AM', pressed: false }).waitFor();
    await expect.poll(() => asked.at(-1)).toBe(bea?.id);
    const summary = page.getByRole('region', { name: 'Your appointment' });
    await expect.poll(() => summary.textContent()).toMatch(/45min.*\$75\.00.*WithBea/);
    await visitor.button('10:30 AM').click();
    await visitor.button('Continue').click();
    await visitor.heading('Checkout').waitFor();
    await page.reload();
    await visitor.fillIn();
    await visitor.submit();
    await visitor.heading('Thank you, Ada Moreau').waitFor();
    expect(holds.find((request) => request.method() === 'POST')?.postDataJSON().stylist_id).toBe(bea?.id);
    expect(posts[0]?.postDataJSON().stylist_id).toBe(bea?.id);
  });

  it('asks for nobody in particular unless one is chosen, and says who doesn’t do a service', async () => {
    const { page, posts, visitor } = await openWizard(withTeam);
    await visitor.chooseServices("Women's Haircut", 'Perm');
    expect(await page.getByRole('radio', { name: 'Bea Doesn’t do Perm' }).isDisabled()).toBe(true);
    await visitor.chooseTime(/^24, Tuesday/, '10:30 AM');
    await visitor.fillIn();
    await visitor.submit();
    await visitor.heading('Thank you, Ada Moreau').waitFor();
    expect(posts[0]?.postDataJSON()).not.toHaveProperty('stylist_id');
  });

  it('says of anyone’s time whose it is once it is held, with their minutes and price, and again of the appointment', async () => {
    const stylist = { id: bea?.id ?? '', name: 'Bea' };
    const services = [{ id: 'womens-haircut', name: "Women's Haircut", duration: 45, price: '$75.00' }];
    const { page, visitor } = await openWizard({
      ...withTeam,
      'POST /api/holds': json({ ...HELD, stylist }, 201),
      'POST /api/bookings': json({ ...CREATED, stylist, services }, 201),
      'GET /api/manage': json({ ...MANAGED, stylist, services, duration: 45 }),
    });
    await visitor.chooseServices("Women's Haircut");
    const summary = page.getByRole('region', { name: 'Your appointment' });
    await expect.poll(() => summary.textContent()).toMatch(/1h.*Price Varies.*WithAnyone/);
    const depends = page.getByText('Duration and price depend on the stylist.');
    await depends.waitFor();
    await visitor.chooseTime(/^24, Tuesday/, '10:30 AM');
    await expect.poll(() => summary.textContent()).toMatch(/45min\$75\.00.*45minWithBea/);
    expect(await depends.count()).toBe(0);
    await visitor.fillIn();
    await visitor.submit();
    await visitor.heading('Thank you, Ada Moreau').waitFor();
    await expect
      .poll(() => summary.textContent())
      .toMatch(/StylistBea.*Women's Haircut45min\$75\.00Total Duration45min/);
    expect(await page.getByText('The price is decided there').count()).toBe(0);
    await page.getByRole('link', { name: 'Manage your appointment' }).click();
    await expect.poll(() => summary.textContent()).toMatch(/45min.*StylistBea.*Women's Haircut \(\$75\.00\)/);
  });

  it('says that nobody does all of it, and leads back to the services and to the phone', async () => {
    const others = STYLISTS.map((one) => ({ ...one, services: one.services ?? [{ id: 'perm' }] }));
    const { page, visitor } = await openWizard({
      ...withTeam,
      'GET /api/pages/book': json({ ...PAGE_CONTENT.book, stylists: others }),
    });
    await visitor.chooseServices("Women's Haircut", 'Perm');
    await page.getByText(/^Nobody does all of these in one visit/).waitFor();
    expect(await page.getByRole('radio', { disabled: false }).count()).toBe(0);
    expect(await page.getByRole('grid').count()).toBe(0);
    expect(await page.getByRole('link', { name: /^Call/ }).first().getAttribute('href')).toMatch(/^tel:/);
    await visitor.button('Choose other services').click();
    await visitor.chooseServices();
    await page.getByText(/^Nobody does all/).waitFor();
    await visitor.button('Back to services').click();
    await page.getByRole('checkbox', { name: /^Perm/ }).uncheck();
    await visitor.chooseServices();
    await page.getByRole('radio', { name: /^Anyone/, checked: true }).waitFor();
    await visitor.day(/^24, Tuesday/).waitFor();
  });

  it('begins with the one whom a link names, and with anyone where that one can’t be booked', async () => {
    const { page, visitor } = await openWizard(withTeam, `/book?stylist=${ann?.id}`);
    await page.waitForURL(`${site.url}/book`);
    await page.getByText('You are booking with Ann Lee.').waitFor();
    await visitor.button('Book with anyone').click();
    await expectFocus(visitor.heading('Select Services'));
    expect(await page.getByText('You are booking with').count()).toBe(0);
    await page.goto(`${site.url}/book?stylist=${bea?.id}`);
    await page.getByText('You are booking with Bea.').waitFor();
    await page.getByRole('checkbox', { name: /^Perm/ }).check();
    await page.getByText('You asked for Bea, who doesn’t do Perm.').waitFor();
    await page.getByRole('checkbox', { name: /^Perm/ }).uncheck();
    await visitor.button('Book with anyone').click();
    await page.goto(`${site.url}/book?stylist=${ann?.id}`);
    await page.getByText('You are booking with Ann Lee.').waitFor();
    await page.goto(`${site.url}/book?stylist=nobody`);
    await page.waitForURL(`${site.url}/book`);
    await visitor.notice(/^The stylist of this link can’t be booked online/).waitFor();
    expect(await page.getByText('You are booking with').count()).toBe(0);
    await visitor.chooseServices("Women's Haircut");
    await page.getByRole('radio', { name: /^Anyone/, checked: true }).waitFor();
  });

  it('says why when the stylist takes no such appointment any more, and offers the others', async () => {
    const { page, api, visitor } = await openWizard(withTeam, `/book?stylist=${ann?.id}`);
    await visitor.chooseServices("Women's Haircut");
    await page.getByRole('radio', { name: /^Ann Lee/, checked: true }).waitFor();
    api.change({
      'POST /api/holds': problem('stylist-unavailable'),
      'GET /api/pages/book': json(PAGE_CONTENT.book),
    });
    await visitor.chooseDay(/^24, Tuesday/);
    await visitor.button('10:30 AM').click();
    await visitor.button('Continue').click();
    await visitor.notice(/This stylist does not take this appointment/).waitFor();
    await expect.poll(() => page.getByRole('radio').count()).toBe(0);
  });

  it('isn’t there where nobody can be chosen', async () => {
    const { page, visitor } = await openWizard();
    await visitor.chooseServices("Women's Haircut");
    await visitor.button('9:00 AM').waitFor();
    expect(await page.getByRole('radio').count()).toBe(0);
    expect(await page.getByText('With', { exact: true }).count()).toBe(0);
  });
});
