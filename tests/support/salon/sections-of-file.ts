import { readSalonProfile } from '../../../src/adapters/salon-profile/profile.ts';
import { sectionsOf } from '../../../src/adapters/salon-profile/sections.ts';

/** What the profile that comes with the program says, section by section. */
export const SECTIONS_OF_FILE = sectionsOf(await readSalonProfile());
