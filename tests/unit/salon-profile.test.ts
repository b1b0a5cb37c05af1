import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSalonProfile, type SalonProfile } from '../../src/adapters/salon-profile/profile.ts';
import { withSections } from '../../src/adapters/salon-profile/sections.ts';
import { StartupError } from '../../src/adapters/startup-error.ts';
import { SalonCard } from '../../src/contracts/salon/salon.ts';
import { pageContent } from '../../src/site/page-content.ts';

describe('the default profile', () => {
  it('is a complete salon card', async () => {
    const profile = await loadSalonProfile();
    expect(SalonCard.safeParse(profile).success).toBe(true);
    expect(
      profile.hours.map(
        ({ day_of_week, start_time, end_time }) => `${day_of_week} ${start_time}-${end_time}`,
      ),
    ).toEqual(['2 09:00-21:00', '3 09:00-21:00', '4 09:00-21:00', '5 09:00-19:00', '6 09:00-19:00']);
    expect(
      profile.services.map(({ id, duration_minutes, price_text }) => [id, duration_minutes, price_text]),
    ).toEqual([
      ['womens-haircut', 60, 'Price Varies'],
      ['color-treatment', 90, 'Price Varies'],
      ['mens-haircut', 45, 'Price Varies'],
      ['wash-curl-style', 60, 'Price Varies'],
      ['scalp-treatment', 30, 'Price Varies'],
      ['full-color', 150, 'Price Varies'],
      ['wash-cut-style', 60, 'Price Varies'],
      ['makeup', 90, 'Price Varies'],
      ['updo', 60, 'Price Varies'],
      ['full-highlights', 150, 'Price Varies'],
      ['perm', 120, 'Price Varies'],
      ['brazilian-treatment', 180, 'Price Varies'],
      ['root-touchup', 90, 'Price Varies'],
      ['microblading', 120, '$350+'],
    ]);
  });
});

describe('messages that came later', () => {
  it('have their usual words where a profile, or what staff saved before, lacks them', async () => {
    const profile = await loadSalonProfile();
    const { texts, mails } = profile.messages;
    const { changed: _, ...textsBefore } = texts;
    const { changed: __, ...mailsBefore } = mails;
    const saved = { texts: textsBefore, mails: mailsBefore } as typeof profile.messages;
    const { messages } = withSections(profile, { messages: saved });
    expect([messages.texts.changed, messages.mails.changed]).toEqual([texts.changed, mails.changed]);
  });
});

describe('the words of the default profile', () => {
  // Spec: 2.policies, 9.policy-windows, 9.cancellation
  it('are all that the site shows', async () => {
    const { pages, ratings, price_range, calls_to_action, copyright_year } = await loadSalonProfile();
    const { home, services, gallery, terms, privacy } = pages;
    expect(home.testimonials.heading).toBe('Client Love');
    expect(home.testimonials.items.map(({ rating }) => rating)).toEqual([5, 5, 5, 5, 5, 5]);
    expect(services.specialties.items).toHaveLength(4);
    expect(services.offered.items.map(({ name }) => name.toLowerCase()).sort()).toEqual([
      'balayage',
      'brazilian blowout',
      'coloring',
      'cutting',
      'hair extensions',
      'japanese straightening',
      'microblading',
    ]);
    expect(
      services.prices.groups.flatMap(({ lines }) =>
        lines.map(({ name, starts_at_cents, addition }) =>
          [name, starts_at_cents / 100, addition && addition.starts_at_cents / 100].filter(Boolean).join(' '),
        ),
      ),
    ).toEqual([
      'Women’s wash & cut 45',
      'Wash, cut & style 65',
      'Men’s wash & cut 35',
      'Full highlights 110',
      'Balayage 120',
      'Perm 110',
      'American wave 130',
      'Brazilian blowout 200',
      'Japanese straightening 250',
      'Airbrush make-up 150 300',
      'Eyebrow microblading 350',
    ]);
    expect(services.clients.heading).toBe('557+ clients');
    expect(gallery.items).toHaveLength(6);
    expect(new Set(gallery.items.map(({ category }) => category))).toEqual(
      new Set(['color', 'cut', 'style']),
    );
    expect(gallery.reels.items).toHaveLength(6);
    expect(terms.sections.map(({ heading }) => heading)).toEqual([
      'Appointments',
      'Payment',
      'Service guarantee',
      'Health and safety',
      'Liability',
      'Privacy and photos',
    ]);
    expect(privacy.sections.map(({ heading }) => heading)).toEqual([
      'What we collect',
      'How we use it',
      'Sharing',
      'Security',
      'Your rights',
      'Cookies',
      'Photography',
      'Contact',
    ]);
    const text = JSON.stringify(terms.sections);
    for (const words of [
      '24 hours’ notice',
      'at the time of service',
      'within 7 days',
      'patch test is needed 48 hours before chemical services',
    ])
      expect(text).toContain(words);
    expect({ ratings, price_range, copyright_year }).toEqual({
      ratings: { average: 4.9, reviews: 557, clients: 557 },
      price_range: '$$',
      copyright_year: 2025,
    });
    expect(calls_to_action).toMatchObject({
      book_now: 'Book Now',
      book_appointment: 'Book Your Appointment',
      view_services: 'View Services',
      book_in_footer: 'Book Your Appointment Now',
      contact: 'Contact Us Here',
    });
  });

  it('book services that the catalogue has', async () => {
    const { pages, services } = await loadSalonProfile();
    const offered = services.map(({ id }) => id);
    const { prices, specialties } = pages.services;
    const booked = [...prices.groups.flatMap(({ lines }) => lines), ...specialties.items].flatMap(
      ({ service, booked_as }) => service ?? booked_as ?? [],
    );
    expect(booked).toContain('full-highlights');
    expect(booked.filter((id) => !offered.includes(id))).toEqual([]);
  });

  it('tell the wizard, once each, what the catalogue has no service of its own for', async () => {
    expect(pageContent(await loadSalonProfile()).book.wishes).toEqual([
      { name: 'Balayage', service: 'full-highlights' },
      { name: 'American wave', service: 'perm' },
      { name: 'Japanese straightening', service: 'brazilian-treatment' },
    ]);
  });
});

describe('a profile of one’s own', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'profile-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const load = async (content: string) => {
    const file = join(folder, 'salon.json');
    await writeFile(file, content);
    return loadSalonProfile(file);
  };
  const changed = async (change: object) => JSON.stringify({ ...(await loadSalonProfile()), ...change });

  it('changes what it says, also when saved with a byte order mark', async () => {
    expect((await load(`\uFEFF${await changed({ name: 'Salon Two' })}`)).name).toBe('Salon Two');
  });

  it('lets private links end after 30 days where it does not say when', async () => {
    expect((await load(await changed({ private_link_days: undefined }))).private_link_days).toBe(30);
    expect((await load(await changed({ private_link_days: 7 }))).private_link_days).toBe(7);
  });

  it('replaces the variables in its texts', async () => {
    const { pages } = await loadSalonProfile();
    const book = {
      title: 'Come to {name} in {city}',
      description: 'Call {phone}, or {clients} others will.',
    };
    const profile = await load(
      await changed({ name: 'Salon Two', phone: '1 22', pages: { ...pages, book } }),
    );
    expect(profile.pages.book).toEqual({
      title: 'Come to Salon Two in Pleasant Hill',
      description: 'Call 1 22, or 557+ others will.',
    });
  });

  it('lets hours last until the end of their day', async () => {
    const { hours } = await load(await changed({ hours: [monday('20:00', '24:00')] }));
    expect(hours).toEqual([monday('20:00', '24:00')]);
  });

  it('fills in what the texts to customers say of the salon, and leaves what is of an appointment', async () => {
    const { messages } = await loadSalonProfile();
    const texts = { ...messages.texts, reminder: '{name}: {date}, {time}. {link} {phone}' };
    const profile = await load(await changed({ phone: '1 22', messages: { texts } }));
    expect(profile.messages.texts.reminder).toBe('Lumière Hair Studio: {date}, {time}. {link} 1 22');
  });

  const address = { street: 'a', city: 'b', region: 'c', postal_code: 'd' };
  const monday = (start_time: string, end_time: string) => ({ day_of_week: 1, start_time, end_time });
  it.each<[string, (profile: SalonProfile) => object, RegExp]>([
    ['another time zone', () => ({ time_zone: 'Mars/Base' }), /time_zone: must be an IANA time zone/],
    ['hours that end first', () => ({ hours: [monday('10:00', '09:00')] }), /hours\.0: must end/],
    ['an end that is no time', () => ({ hours: [monday('10:00', '25:00')] }), /hours\.0\.end_time: /],
    ['a start at the end of a day', () => ({ hours: [monday('24:00', '24:00')] }), /hours\.0\.start_time: /],
    [
      'hours that overlap',
      () => ({ hours: [monday('09:00', '12:00'), monday('11:00', '13:00')] }),
      /hours: must not overlap/,
    ],
    ['links that end at once', () => ({ private_link_days: 0 }), /wrong at private_link_days: /],
    ['a word too much', () => ({ nme: 'x' }), /its root/],
    ['an address without a country', () => ({ address }), /address\.country: must be a country code/],
    [
      'a country that there is not',
      () => ({ address: { ...address, country: 'XX' } }),
      /address\.country: must be a country code such as US/,
    ],
    [
      'a number that no telephone dials',
      () => ({ phone_e164: '925 555' }),
      /phone_e164: must be a number such as/,
    ],
    [
      'a link that is a script',
      ({ links }) => ({ links: { ...links, contact: 'javascript:alert(1)' } }),
      /links\.contact: must be an address, a path or #/,
    ],
    [
      'a page left out',
      ({ pages: { home: _, ...pages } }) => ({ pages }),
      /is wrong at pages\.home: is missing$/,
    ],
    ['all pages left out', () => ({ pages: undefined }), /is wrong at pages: is missing$/],
    [
      'a fact that there is not',
      ({ pages }) => ({ pages: { ...pages, book: { title: 'At {nme}', description: 'x' } } }),
      /pages\.book\.title: there is no \{nme\}; there are name, /,
    ],
    ...['{day}', '{ date }', '{Date}'].map((what): [string, (profile: SalonProfile) => object, RegExp] => [
      `a text to customers with ${what}`,
      ({ messages: { texts } }) => ({ messages: { texts: { ...texts, booked: `See you on ${what}` } } }),
      /messages\.texts\.booked: there is no \{( date |[dD]a\w+)\}; there are name, .*date, time, end, link$/,
    ]),
  ])('refuses %s in one line that names the place', async (_, change, message) => {
    const failure = await load(await changed(change(await loadSalonProfile()))).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(StartupError);
    expect((failure as Error).message).toMatch(message);
    expect((failure as Error).message).not.toContain('\n');
  });

  it('refuses a file that is no JSON or is not there in one line that names it', async () => {
    await expect(load('{\n  "name": oops\n}')).rejects.toThrow(
      /^The salon profile .*salon\.json is not valid JSON: [^\n]*$/,
    );
    await expect(loadSalonProfile(join(folder, 'none.json'))).rejects.toThrow(
      /none\.json can't be read \(ENOENT\)/,
    );
  });
});
