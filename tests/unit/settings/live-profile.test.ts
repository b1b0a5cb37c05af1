import { expect, it } from 'vitest';
import { liveProfile } from '../../../src/adapters/salon-profile/live-profile.ts';
import { completed, readSalonProfile } from '../../../src/adapters/salon-profile/profile.ts';
import { sectionsOf, withSections } from '../../../src/adapters/salon-profile/sections.ts';
import { liveSettings } from '../../../src/features/settings/compose.ts';

it('the profile, its pages and its files are made once while nothing is saved', async () => {
  const failed = (error: unknown) => {
    throw error;
  };
  const file = await readSalonProfile();
  const { saved } = liveSettings(failed);
  const profile = liveProfile({ file, sample: file, isPublic: false, saved, onFailure: failed });
  expect(profile()).toBe(profile());
});

it('a salon with another name says nothing that only the sample has said, and what it has entered itself', async () => {
  const file = await readSalonProfile();
  const { salon } = sectionsOf(file);
  const shownWith = (changes: Partial<typeof salon>) => {
    const saved = { salon: { ...salon, ...changes } };
    const onFailure = (error: unknown) => {
      throw error;
    };
    return liveProfile({ file, sample: file, isPublic: true, saved: () => saved, onFailure })();
  };
  expect(shownWith({ geo: null })).toMatchObject({ links: salon.links, phone: salon.phone });

  const named = shownWith({ name: 'Maison' });
  expect(named).toMatchObject({ phone: '', phone_e164: '', geo: null, tagline: 'Best hair salon' });
  expect(named.links).toEqual({ facebook: null, instagram: null, contact: '#' });
  expect(named.pages.home.description).toContain('at Maison. See prices');
  expect(JSON.stringify(named.pages.privacy)).toContain('call us, write to Maison, or speak to us');

  const { cancelled } = named.messages.texts;
  expect(cancelled).toMatch(/ Questions\? Call us$/);
  const { messages } = file;
  const texts = { ...messages.texts, cancelled: messages.texts.cancelled.replace('Call {phone}', '{phone}') };
  const former = completed({ ...file, phone: '', messages: { ...messages, texts } });
  expect(former.messages.texts.cancelled).toMatch(/ Questions\? Call us$/);

  const address = { ...salon.address, street: '1 Wall St', city: 'Bend', region: 'OR' };
  const placed = shownWith({ name: 'Maison', address, tagline: 'By the river' });
  expect(placed).toMatchObject({ address, tagline: 'By the river' });
  expect(placed.headline).toBe('Premier Hair Salon in Bend, OR | Coloring, Styling & Treatments');
});

it('a salon with another name shows no invented reviews and ratings, not even on its own computer', async () => {
  const file = await readSalonProfile();
  const { salon } = sectionsOf(file);
  const shownAs = (name: string) => {
    const saved = { salon: { ...salon, name } };
    const onFailure = (error: unknown) => {
      throw error;
    };
    return liveProfile({ file, sample: file, isPublic: false, saved: () => saved, onFailure })();
  };
  expect(shownAs(file.name).ratings).toEqual(file.ratings);
  expect(shownAs('Maison')).toMatchObject({
    ratings: null,
    pages: { home: { testimonials: { items: [] } } },
  });
});

it('only the salon whose name is on the drawn picture shows it in previews of links', async () => {
  const file = await readSalonProfile();
  const { salon } = sectionsOf(file);
  expect(file.share_card).not.toBe('plain');
  expect(withSections(file, { salon }).share_card).toBe(file.share_card);
  expect(withSections(file, { salon: { ...salon, name: 'Salon Aurora' } }).share_card).toBe('plain');
});
