import { readSalonProfile } from '../../../src/adapters/salon-profile/profile.ts';
import { sectionsOf } from '../../../src/adapters/salon-profile/sections.ts';

export const SECTIONS_OF_FILE = sectionsOf(await readSalonProfile());
