import { expect, it } from 'vitest';
import { liveProfile } from '../../../src/adapters/salon-profile/live-profile.ts';
import { readSalonProfile } from '../../../src/adapters/salon-profile/profile.ts';
import { sectionsOf, withSections } from '../../../src/adapters/salon-profile/sections.ts';
import { liveSettings } from '../../../src/features/settings/compose.ts';

it('is made once while nothing is saved, as are the pages and files that are made of it', async () => {
  const failed = (error: unknown) => {
    throw error;
  };
  const file = await readSalonProfile();
  const { saved } = liveSettings(failed);
  const profile = liveProfile({ file, sample: file, isPublic: false, saved, onFailure: failed });
  expect(profile()).toBe(profile());
});

it('leaves the drawn picture for previews of links, which has the name on it, to the salon of that name', async () => {
  const file = await readSalonProfile();
  const { salon } = sectionsOf(file);
  expect(file.share_card).not.toBe('plain');
  expect(withSections(file, { salon }).share_card).toBe(file.share_card);
  expect(withSections(file, { salon: { ...salon, name: 'Salon Aurora' } }).share_card).toBe('plain');
});
