import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Service } from '../../src/contracts/salon/services.ts';
import { withStylists } from '../../src/site/page-content.ts';
import { OWN_PICTURE } from './support/fixtures/admin-fixtures.ts';
import { NEXT_FREE, PAGE_CONTENT, SALON, SERVICES, STYLISTS } from './support/fixtures/fixtures.ts';
import { openPage, PHONE } from './support/pages/open-page.ts';
import { givenSite } from './support/site/given-site.ts';
import { json, type MockResponse, mockApi } from './support/site/mock-api.ts';
import { wizardVisitor } from './support/visitor/wizard-visitor.ts';

const site = givenSite();

async function open(
  path: string,
  size?: { width: number; height: number },
  api: Record<string, MockResponse> = {},
) {
  const page = await openPage(site.browser, size ? { size } : {});
  await mockApi(page, api);
  await page.goto(site.url + path);
  // A heading that only stands in while the page loads can't take the focus.
  await page.locator('h1[tabindex]').waitFor();
  return page;
}

describe('the front page', () => {
  it('shows the team, and leads to a booking with the one who is chosen', async () => {
    const { home, book } = withStylists(PAGE_CONTENT, STYLISTS);
    const page = await open('/', PHONE, {
      'GET /api/pages/home': json(home),
      'GET /api/pages/book': json(book),
      'GET /api/availability/next/stylists': json(NEXT_FREE),
    });
    const team = page.getByRole('region', { name: 'Who does your hair' });
    const links = ['Book with Ann Lee', 'Book with Bea'];
    await expect.poll(() => team.getByRole('link').allInnerTexts()).toEqual(links);
    await team.getByRole('link', { name: 'Book with Bea' }).click();
    await wizardVisitor(page).chooseServices("Women's Haircut");
    await page.getByRole('radio', { name: /^Bea/, checked: true }).waitFor();
  });

  // Spec: 2.home-hero
  it('begins with the headline and its two buttons', async () => {
    const page = await open('/');
    const hero = page.locator('main section').first();
    expect(await hero.getByRole('heading', { level: 1 }).textContent()).toBe(
      'Premier Hair Salon in Pleasant Hill, CA | Coloring, Styling & Treatments',
    );
    const links = hero.getByRole('link');
    await links.filter({ hasText: /^Next free: \w+, \w+ \d+, \d+:\d+ [AP]M$/ }).waitFor();
    expect((await links.allInnerTexts()).slice(0, 2)).toEqual(['Book Your Appointment', 'View Services']);
    await hero.getByText('4.9 from 557 reviews').waitFor();
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/book',
      '/services',
      expect.stringMatching(/^\/book\?date=2026-11-\d\d$/),
    ]);
    const box = await hero.boundingBox();
    expect(box).toMatchObject({ x: 0, y: 0, width: 1440 });
    expect(box?.height).toBeGreaterThanOrEqual(900);
  });

  // Spec: 2.home-testimonials
  it('shows six testimonials with all their parts, and their average', async () => {
    const page = await open('/');
    const section = page.getByRole('region', { name: 'Client Love' });
    const cards = section.getByRole('figure');
    await expect.poll(() => cards.count()).toBe(6);
    for (const [index, { name, location, service, text }] of PAGE_CONTENT.home.testimonials.items.entries()) {
      const card = cards.nth(index);
      for (const part of [name, location, service, `“${text}”`])
        await card.getByText(String(part), { exact: true }).waitFor();
      await card.getByRole('img', { name: '5 out of 5 stars' }).waitFor();
    }
    await section.getByText('5.0', { exact: true }).waitFor();
  });

  // Spec: 2.footer
  it('ends in a footer with its links, the year, and the button', async () => {
    const page = await open('/');
    const footer = page.getByRole('contentinfo');
    const quick = footer.getByRole('navigation', { name: 'Quick Links' }).getByRole('link');
    expect(await quick.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/',
      '/services',
      '/book',
      '/privacy-policy',
      '/terms-conditions',
    ]);
    const hrefOf = (name: string) => footer.getByRole('link', { name }).getAttribute('href');
    expect(await hrefOf('Contact Us Here')).toBe('#');
    expect(await hrefOf('Book Your Appointment Now')).toBe('/book');
    expect(await hrefOf('Facebook')).toMatch(/^https:\/\/www\.facebook\.com\//);
    expect(await hrefOf('Instagram')).toMatch(/^https:\/\/www\.instagram\.com\//);
    await footer.getByText('© 2025 Lumière Hair Studio').waitFor();
  });
});

describe('the services page', () => {
  // Spec: 2.services, 9.price-list
  it('lists each service once, with its starting price, its duration and a link that books it', async () => {
    const page = await open('/services');
    const list = page.getByRole('region', { name: 'Price menu' });
    const rows = list.getByRole('listitem');
    await list.getByText('2h 30min').first().waitFor();
    const said = await rows.allTextContents();
    for (const row of [
      "Women's Haircut 1hWomen’s wash & cutstarts at $45Book",
      'Balayagestarts at $120Book',
      'Make up 1h 30minAirbrush make-upstarts at $150with hair style starts at $300Book',
      'Eyebrow Microblading 2hstarts at $350Book',
      'Scalp Treatment 30minPrice VariesBook',
    ])
      expect(said).toContain(row);
    expect(said.filter((text) => text.includes('starts at'))).toHaveLength(11);
    expect(said).toHaveLength(17);
    expect(said.filter((text) => text.includes('Price Varies'))).toHaveLength(6);
    await list.getByRole('link', { name: 'Book Perm' }).click();
    await page.getByRole('checkbox', { name: /^Perm/, checked: true }).waitFor();
  });

  // Spec: 2.services
  it('has a link that books each specialty', async () => {
    const page = await open('/services');
    const specialties = page.getByRole('region', { name: 'Our specialties' });
    const links = specialties.getByRole('link');
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      '/book?service=full-color',
      '/book?wish=Japanese+straightening',
      '/book?wish=Balayage',
      '/book?service=brazilian-treatment',
    ]);
    await specialties.getByRole('link', { name: 'Book Brazilian blowout' }).click();
    await page.getByRole('checkbox', { name: /^Brazilian Treatment/, checked: true }).waitFor();
  });

  it('has what staff have added under a name of the menu once, at their price, and books it', async () => {
    const added: Service = {
      id: 'b1',
      name: 'Balayage',
      duration: 150,
      durationText: '2h 30min',
      price: '$135.00',
      starts_at_cents: 13_500,
      category: 'Color',
    };
    const page = await open('/services', undefined, { 'GET /api/services': json([...SERVICES, added]) });
    const list = page.getByRole('region', { name: 'Price menu' });
    await list.getByText('2h 30min').first().waitFor();
    const rows = await list.getByRole('listitem').filter({ hasText: 'Balayage' }).allTextContents();
    expect(rows).toEqual(['Balayage 2h 30minstarts at $135Book']);
    const card = page.getByRole('region', { name: 'Our specialties' }).getByRole('listitem').nth(2);
    await card.getByText('$135').waitFor();
    await card.getByRole('link', { name: 'Book Balayage' }).click();
    await page.getByRole('checkbox', { name: /^Balayage/, checked: true }).waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(1);
    // The summary shows its price, which is only where prices begin.
    const summary = page.getByRole('region', { name: 'Selected Services' });
    await summary.getByText('starts at $135').waitFor();
    await summary.getByText('Price Varies - Determined at Consultation').waitFor();
    // Links on other sites ask for it by name.
    await page.evaluate(() => sessionStorage.clear());
    await page.goto(`${site.url}/book?wish=Balayage`);
    await page.getByRole('checkbox', { name: /^Balayage/, checked: true }).waitFor();
    expect(await page.getByText('Reserves the time for Balayage.').count()).toBe(0);
  });

  it('fits on a phone into half of its former height', async () => {
    const page = await open('/services', PHONE);
    await page.getByText('2h 30min').first().waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4_350);
  });
});

describe('the gallery', () => {
  const titles = (page: Page) => page.locator('article h2').allInnerTexts();

  // Spec: 2.gallery
  it('shows one category at a time, or all', async () => {
    const page = await open('/gallery');
    const { items } = PAGE_CONTENT.gallery;
    await expect.poll(() => titles(page)).toEqual(items.map(({ title }) => title));
    for (const [button, category] of [
      ['Color 3', 'color'],
      ['Cut 2', 'cut'],
      ['Style 1', 'style'],
    ] as const) {
      await page.getByRole('button', { name: button }).click();
      await page.getByRole('button', { name: button, pressed: true }).waitFor();
      await expect
        .poll(() => titles(page))
        .toEqual(items.filter((item) => item.category === category).map(({ title }) => title));
    }
    await page.getByText('1 of 6 shown.').waitFor();
    await page.getByRole('button', { name: 'All 6' }).click();
    await expect.poll(() => titles(page)).toHaveLength(6);
  });

  it('says nothing of the drawn pictures where there are photos of the salon’s own', async () => {
    const { items, hero } = PAGE_CONTENT.gallery;
    const [first, second] = items.map(({ title }) => title);
    const pictures = [OWN_PICTURE, { ...OWN_PICTURE, use: 'balayage-after' as const, alt: 'Honey waves' }];
    const page = await open('/gallery', PHONE, { 'GET /api/salon': json({ ...SALON, pictures }) });
    await page.getByRole('slider', { name: /^Honey waves/ }).waitFor();
    await page.getByText(hero.text, { exact: true }).waitFor();
    await expect.poll(() => titles(page)).toContain(second);
    expect(await titles(page)).not.toContain(first);
  });

  // Spec: 2.gallery
  it('compares before and after by button, keyboard and mouse', async () => {
    const page = await open('/gallery', PHONE);
    const item = page.getByRole('article').first();
    const slider = item.getByRole('slider', { name: /^Hand-painted balayage/ });
    const spoken = () => slider.getAttribute('aria-valuetext');
    await expect.poll(spoken).toBe('50% before, 50% after');

    await item.getByRole('button', { name: 'Before' }).click();
    await item.getByRole('button', { name: 'Before', pressed: true }).waitFor();
    await expect.poll(spoken).toBe('100% before, 0% after');
    await item.getByRole('button', { name: 'After' }).click();
    await expect.poll(spoken).toBe('0% before, 100% after');

    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await expect.poll(spoken).toBe('10% before, 90% after');
    await page.keyboard.press('End');
    await expect.poll(spoken).toBe('100% before, 0% after');

    const area = item.locator('.touch-pan-y');
    await area.scrollIntoViewIfNeeded();
    const box = await area.boundingBox();
    if (!box) throw new Error('The pictures are not to be seen.');
    await page.mouse.move(box.x + box.width - 2, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 4, box.y + 60, { steps: 4 });
    await expect.poll(spoken).toBe('25% before, 75% after');
    await page.mouse.up();
    await page.mouse.move(box.x + 5, box.y + 60);
    expect(await spoken()).toBe('25% before, 75% after');
    // The browser itself scrolls up and down there.
    expect(await area.evaluate((element) => getComputedStyle(element).touchAction)).toBe('pan-y');
  });

  // Spec: 2.gallery
  it('says how long each film is, and plays none', async () => {
    const page = await open('/gallery');
    const films = page.getByRole('region', { name: 'Transformations on film' });
    const stills = films.getByRole('figure');
    await expect.poll(() => stills.count()).toBe(6);
    for (const [index, { title, duration }] of PAGE_CONTENT.gallery.reels.items.entries()) {
      const length = `${Math.floor(duration / 60)}:${String(duration % 60).padStart(2, '0')}`;
      await stills.nth(index).getByText(title).waitFor();
      await stills.nth(index).getByText(length, { exact: true }).waitFor();
    }
    expect(await films.getByRole('button').count()).toBe(0);
  });
});

describe('the policies', () => {
  // Spec: 2.policies
  it.each(['terms', 'privacy'] as const)(
    'lead from the table of contents of %s to each section',
    async (name) => {
      const page = await open(name === 'terms' ? '/terms-conditions' : '/privacy-policy');
      const { sections } = PAGE_CONTENT[name];
      const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link');
      await expect.poll(() => links.count()).toBe(sections.length);
      for (const { heading } of sections) {
        await page
          .getByRole('navigation', { name: 'On this page' })
          .getByRole('link', { name: heading })
          .click();
        const target = page.getByRole('heading', { level: 2, name: heading });
        await expect.poll(async () => (await target.boundingBox())?.y).toBeLessThan(900);
        expect(new URL(page.url()).hash.length).toBeGreaterThan(1);
      }
    },
  );

  it('print without navigation', async () => {
    const page = await open('/terms-conditions');
    await page.emulateMedia({ media: 'print' });
    for (const role of ['banner', 'contentinfo', 'navigation'] as const)
      expect(await page.getByRole(role).count(), role).toBe(0);
    await page.getByRole('heading', { name: 'Liability' }).waitFor();
  });

  it('begin at the top for a section that their address names unreadably', async () => {
    const page = await open('/terms-conditions');
    await page.evaluate(() => {
      window.scrollTo(0, 500);
      window.location.hash = '#%E0%A4';
    });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(PAGE_CONTENT.terms.heading);
  });
});

it('animates nothing when the visitor prefers reduced motion', async () => {
  const page = await open('/gallery');
  const longest = () =>
    page.evaluate(() => {
      const seconds = [...document.querySelectorAll('*')].flatMap((element) => {
        const { transitionDuration, animationDuration } = getComputedStyle(element);
        return `${transitionDuration}, ${animationDuration}`.split(', ').map(Number.parseFloat);
      });
      return Math.max(...seconds);
    });
  expect(await longest()).toBeLessThan(0.001);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await longest()).toBeGreaterThan(0.1);
  expect(await longest()).toBeLessThanOrEqual(0.25);
});
