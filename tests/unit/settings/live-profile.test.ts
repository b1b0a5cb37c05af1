import { expect, it } from 'vitest';
import { liveProfile } from '../../../src/adapters/salon-profile/live-profile.ts';
import { readSalonProfile } from '../../../src/adapters/salon-profile/profile.ts';
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

it('only the salon whose name is on the drawn picture shows it in previews of links', async () => {
  const file = await readSalonProfile();
  const { salon } = sectionsOf(file);
  expect(file.share_card).not.toBe('plain');
  expect(withSections(file, { salon }).share_card).toBe(file.share_card);
  expect(withSections(file, { salon: { ...salon, name: 'Salon Aurora' } }).share_card).toBe('plain');
});
