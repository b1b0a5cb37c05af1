import type { Pool } from 'pg';
import { createOpeningHours } from '../../projections/hours/queries.ts';
import { createServiceList } from '../../projections/services/queries.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { SalonCard } from '../contracts/salon.ts';
import { pageContent } from '../site/page-content.ts';
import type { PublicContent } from '../site/public-content.ts';

/** The public content, from the profile and the read models. */
export function publicContent(pool: Pool, profile: SalonProfile, url: string): PublicContent {
  const card = SalonCard.parse(profile);
  const openingHours = createOpeningHours(pool);
  return {
    salon: async () => ({ ...card, url, opening_hours: [...(await openingHours())] }),
    serviceList: createServiceList(pool),
    pages: pageContent(profile.pages),
  };
}
