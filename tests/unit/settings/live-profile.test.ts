import { expect, it } from 'vitest';
import { liveProfile } from '../../../src/adapters/salon-profile/live-profile.ts';
import { readSalonProfile } from '../../../src/adapters/salon-profile/profile.ts';
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
