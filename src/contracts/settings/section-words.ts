import type { SectionName } from './sections.ts';

/** The names of sections for people. This module has no schemas, so that pages that use it needn't load the validator. */
export const SECTION_WORDS: Readonly<Record<SectionName, string>> = {
  salon: 'Salon',
  'front-page': 'Front page',
  prices: 'Prices',
  policies: 'Policies',
  booking: 'Booking',
  messages: 'Messages',
  reviews: 'Reviews',
};
