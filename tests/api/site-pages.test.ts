import { HtmlValidate } from 'html-validate';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DOCUMENT_NAMES } from '../../src/contracts/salon/prerendering.ts';
import type { OpeningHours, Salon } from '../../src/contracts/salon/salon.ts';
import { PRERENDERED as PAGES } from '../../src/site/rendered-pages.ts';
import { profileWith } from '../support/salon/profile-file.ts';
import { createTestSalon, runOf } from '../support/salon/test-salon.ts';
import { givenSalon, type TestSalon } from '../support/server/server.ts';

/** The content of the site's pages: for readers, for search engines, and for hydrating. Invented ratings aren't published. */
const SITE = 'https://salon.example';
const profile = await profileWith({ ratings: { average: 4.8, reviews: 120, clients: 900 } });

let salon: TestSalon;
let staff: ReturnType<typeof createTestSalon>;
beforeAll(async () => {
  salon = await givenSalon({ settings: { PUBLIC_URL: SITE, SALON_PROFILE: profile.path } });
  staff = createTestSalon(salon.log);
});
afterAll(() => Promise.all([salon?.stop(), profile.remove()]));

const pageAt = async (path: string) => (await salon.get(path, { headers: { Accept: 'text/html' } })).text;

/** The first group of each match of a pattern, unescaped. */
const all = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, found = '']) => found.replaceAll('&amp;', '&'));
const one = (text: string, pattern: RegExp) => all(text, pattern)[0];

const linkedData = (page: string) =>
  all(page, /<script type="application\/ld\+json">(.*?)<\/script>/gs).map((json) => JSON.parse(json));
const initialDataIn = (page: string) =>
  JSON.parse(
    one(
      page,
      new RegExp(`<script type="application/json" id="${DOCUMENT_NAMES.initialData}">(.*?)</script>`, 'gs'),
    ) ?? 'null',
  );

describe('every page', () => {
  it.each([...PAGES, '/nowhere', '/m/some-token'])('%s is valid HTML', async (path) => {
    // Rules that the tags of React and of the build break on purpose, and one about phone numbers.
    const style = ['void-style', 'attr-case', 'attribute-empty-style', 'doctype-style', 'no-inline-style'];
    const validator = new HtmlValidate({
      extends: ['html-validate:recommended'],
      rules: Object.fromEntries([...style, 'tel-non-breaking'].map((rule) => [rule, 'off'])),
    });
    const { results } = await validator.validateString(await pageAt(path));
    const faults = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} at ${selector}`),
    );
    expect(faults).toEqual([]);
  });

  it.each([...PAGES, '/nowhere', '/m/some-token'])(
    '%s has no inline script and loads nothing from another site',
    async (path) => {
      const page = await pageAt(path);
      const inline = all(page, /<script(?![^>]*\ssrc=)([^>]*)>/g);
      expect(inline.filter((kind) => !/type="application\/(?:ld\+)?json"/.test(kind))).toEqual([]);
      expect(all(page, /\s(on[a-z]+)="/g)).toEqual([]);
      const loaded = [
        ...all(page, /<(?:script|img|source|iframe)[^>]*\ssrc="([^"]*)"/g),
        ...all(page, /\ssrcset="([^"]*)"/gi).flatMap((set) => set.split(/,\s*/)),
        ...all(page, /<link rel="(?:preload|modulepreload|stylesheet|icon|manifest)"[^>]*href="([^"]*)"/g),
        ...all(page, /url\(["']?([^)"']*)/g),
      ];
      expect(loaded.length).toBeGreaterThan(4);
      expect(loaded.filter((address) => !/^\/(?!\/)/.test(address))).toEqual([]);
    },
  );

  // Spec: 2.routes
  it('has no broken link', async () => {
    const asked = new Map<string, number>();
    for (const path of PAGES) {
      const page = await pageAt(path);
      const addresses = [
        ...all(page, /\s(?:href|src)="([^"]*)"/g),
        ...all(page, /\ssrcset="([^"]*)"/gi).flatMap((set) =>
          set.split(/,\s*/).map((part) => part.split(' ')[0] ?? ''),
        ),
        ...all(page, /url\(["']?([^)"']*)/g),
      ];
      const ids = new Set(all(page, /\sid="([^"]*)"/g));
      for (const address of addresses) {
        const { origin, pathname, search, hash } = new URL(address, SITE + path);
        if (origin !== SITE) continue;
        if (hash.length > 1 && pathname === path) expect(ids).toContain(decodeURIComponent(hash.slice(1)));
        asked.set(pathname + search, 0);
      }
    }
    expect(asked.size).toBeGreaterThan(60);
    for (const address of asked.keys()) asked.set(address, (await salon.get(address)).status);
    expect([...asked].filter(([, status]) => status !== 200)).toEqual([]);
  });
});

describe('for search engines and link previews', () => {
  it.each(PAGES)('%s has a title, a description and its canonical address', async (path) => {
    const page = await pageAt(path);
    const meta = (name: string) =>
      one(page, new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`, 'g'));
    const title = one(page, /<title>([^<]*)<\/title>/g) ?? '';
    expect(all(page, /<title>/g)).toHaveLength(1);
    expect(title).toContain('Lumière Hair Studio');
    expect(meta('description')?.length).toBeGreaterThan(50);
    expect(meta('description')?.length).toBeLessThanOrEqual(180);
    expect(one(page, /<link rel="canonical" href="([^"]*)"/g)).toBe(SITE + path);
    expect(meta('og:url')).toBe(SITE + path);
    expect(meta('og:title')).toBe(title);
    expect(meta('og:description')).toBe(meta('description'));
    expect(meta('twitter:card')).toBe('summary_large_image');
    const { pathname, origin } = new URL(meta('og:image') ?? '');
    expect(origin).toBe(SITE);
    expect(pathname).toContain('share-lumiere');
    expect(meta('og:image:alt')).toMatch(/^Lumière Hair Studio\. Drawn /);
    const picture = await fetch(salon.url + pathname);
    const { width, height } = await sharp(await picture.bytes()).metadata();
    expect({ width, height }).toEqual({ width: 1200, height: 630 });
    expect([meta('og:image:width'), meta('og:image:height')]).toEqual(['1200', '630']);
  });

  it('has a title and a description of its own on every page', async () => {
    const pages = await Promise.all(PAGES.map(pageAt));
    for (const pattern of [/<title>([^<]*)/g, /<meta name="description" content="([^"]*)/g]) {
      expect(new Set(pages.map((page) => one(page, pattern))).size).toBe(PAGES.length);
    }
  });

  const HairSalon = z.strictObject({
    '@context': z.literal('https://schema.org'),
    '@type': z.literal('HairSalon'),
    '@id': z.literal(`${SITE}/#salon`),
    name: z.literal('Lumière Hair Studio'),
    description: z.string().min(50),
    url: z.literal(`${SITE}/`),
    image: z.string().startsWith(`${SITE}/assets/`),
    telephone: z.literal('+19255550142'),
    priceRange: z.literal('$$'),
    address: z.strictObject({
      '@type': z.literal('PostalAddress'),
      streetAddress: z.literal('Contra Costa Blvd'),
      addressLocality: z.literal('Pleasant Hill'),
      addressRegion: z.literal('CA'),
      postalCode: z.literal('94523'),
      addressCountry: z.literal('US'),
    }),
    geo: z.strictObject({
      '@type': z.literal('GeoCoordinates'),
      latitude: z.literal(37.9487),
      longitude: z.literal(-122.0608),
    }),
    openingHoursSpecification: z.array(
      z.strictObject({
        '@type': z.literal('OpeningHoursSpecification'),
        dayOfWeek: z.array(z.string()).min(1),
        opens: z.string().regex(/^\d\d:\d\d$/),
        closes: z.string().regex(/^\d\d:\d\d$/),
      }),
    ),
    aggregateRating: z.strictObject({
      '@type': z.literal('AggregateRating'),
      ratingValue: z.literal(4.8),
      reviewCount: z.literal(120),
      bestRating: z.literal(5),
    }),
    sameAs: z.array(z.url()).length(2),
  });

  // Spec: 2.home-metadata
  it.each(PAGES)('%s contains the salon and its breadcrumbs as structured data', async (path) => {
    const [business, way, ...more] = linkedData(await pageAt(path));
    expect(HairSalon.parse(business).openingHoursSpecification).toEqual([
      expect.objectContaining({
        dayOfWeek: ['Tuesday', 'Wednesday', 'Thursday'],
        opens: '09:00',
        closes: '21:00',
      }),
      expect.objectContaining({ dayOfWeek: ['Friday', 'Saturday'], opens: '09:00', closes: '19:00' }),
    ]);
    expect(more).toEqual([]);
    if (path === '/') return expect(way).toBeUndefined();
    expect(way['@type']).toBe('BreadcrumbList');
    expect(way.itemListElement).toMatchObject([
      { '@type': 'ListItem', position: 1, name: 'Lumière Hair Studio', item: `${SITE}/` },
      { '@type': 'ListItem', position: 2, item: SITE + path },
    ]);
  });

  it('lists every page in the sitemap, and nothing else', async () => {
    const { text } = await salon.get('/sitemap.xml');
    expect(all(text, /<loc>([^<]*)<\/loc>/g)).toEqual(PAGES.map((path) => SITE + path));
  });

  it('names the sitemap in robots.txt, and disallows private and admin pages', async () => {
    const { text } = await salon.get('/robots.txt');
    const kept = all(text, /^Disallow: (.*)$/gm);
    for (const path of [
      '/m/token',
      '/b/code',
      '/booking/id/manage',
      '/thank-you',
      '/admin',
      '/auth',
      '/api/',
    ]) {
      expect(kept.some((start) => path.startsWith(start))).toBe(true);
    }
    expect(PAGES.filter((path) => kept.some((start) => path.startsWith(start)))).toEqual([]);
    expect(text).toContain(`Sitemap: ${SITE}/sitemap.xml`);
  });

  it('has an icon where browsers look for one without reading a page', async () => {
    const response = await fetch(`${salon.url}/favicon.ico`);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      200,
      'image/vnd.microsoft.icon',
    ]);
    const file = Buffer.from(await response.arrayBuffer());
    expect([file.readUInt16LE(0), file.readUInt16LE(2)]).toEqual([0, 1]);
    for (const [index, wanted] of [16, 32, 48].entries()) {
      const entry = 6 + 16 * index;
      const [length, offset] = [file.readUInt32LE(entry + 8), file.readUInt32LE(entry + 12)];
      const { width, height } = await sharp(file.subarray(offset, offset + length)).metadata();
      expect([file.readUInt8(entry), width, height]).toEqual([wanted, wanted, wanted]);
    }
  });

  it('has icons for home screens in the sizes that the manifest states', async () => {
    const manifest = JSON.parse((await salon.get('/manifest.webmanifest')).text);
    expect(manifest.name).toBe('Lumière Hair Studio');
    expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
    const icons = [...manifest.icons, { src: '/apple-touch-icon.png', sizes: '180x180' }];
    for (const { src, sizes } of icons) {
      const { width, height } = await sharp(await (await fetch(salon.url + src)).bytes()).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
  });
});

describe('a page after a change', () => {
  const hoursOf = (hours: readonly OpeningHours[], day: number) =>
    hours.filter(({ day_of_week }) => day_of_week === day);

  it('shows new hours on every page, to readers and to search engines, soon after they were set', async () => {
    const before = await pageAt('/');
    await staff.hours.add(
      { dayOfWeek: 1, start: 11 * 60, end: 15 * 60 + 30 },
      runOf({ key: 'open-on-monday', command: 'add-hours' }),
    );
    await expect.poll(() => pageAt('/')).not.toBe(before);
    for (const path of PAGES) {
      await expect.poll(() => pageAt(path)).toContain('11 AM – 3:30 PM');
      const page = await pageAt(path);
      expect(linkedData(page)[0].openingHoursSpecification).toContainEqual({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: ['Monday'],
        opens: '11:00',
        closes: '15:30',
      });
      expect(hoursOf((initialDataIn(page)['/api/salon'] as Salon).opening_hours, 1)).toHaveLength(1);
    }
  });

  it('contains the API responses it was rendered from', async () => {
    for (const path of PAGES) {
      const initialData = initialDataIn(await pageAt(path));
      expect(Object.keys(initialData)).toContain('/api/salon');
      for (const [request, response] of Object.entries(initialData)) {
        expect((await salon.get(request)).json).toEqual(response);
      }
    }
  });

  it('escapes a service whose name looks like markup', async () => {
    const name = '</script><script>alert(1)</script><!--';
    const offer = {
      name,
      description: '',
      category: 'Haircut' as const,
      publicGroup: 'Haircuts' as const,
      priceCents: 1000,
      priceText: null,
      durationMinutes: 30,
    };
    const run = runOf({ key: 'odd-service', command: 'add-service' });
    await staff.catalogue.add({ id: 'odd', offer, active: true }, run);
    for (const path of ['/services', '/book']) {
      await expect.poll(() => pageAt(path)).toContain('alert(1)');
      const page = await pageAt(path);
      expect(page).not.toContain('<script>alert');
      expect(page).not.toContain('<!--"');
      const services: { id: string; name: string }[] = initialDataIn(page)['/api/services'];
      expect(services.find(({ id }) => id === 'odd')?.name).toBe(name);
    }
  });
});
