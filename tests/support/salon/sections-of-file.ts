import { readSalonProfile } from '../../../src/adapters/salon-profile/profile.ts';
import { sectionsOf } from '../../../src/adapters/salon-profile/sections.ts';

/** The default profile, by section. */
export const SECTIONS_OF_FILE = sectionsOf(await readSalonProfile());
