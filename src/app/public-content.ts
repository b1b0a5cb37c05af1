import type { Pool } from 'pg';
import { createOpeningHours } from '../../projections/hours/queries.ts';
import { createServiceList } from '../../projections/services/queries.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import { getPage, type PageContent, type PageName } from '../contracts/pages.ts';
import { getSalon, type Salon, SalonCard } from '../contracts/salon.ts';
import { listServices, type Service } from '../contracts/services.ts';
import { pageContent } from '../site/page-content.ts';

/** What the API tells everybody, and the prerendered pages are made from. */
export interface PublicContent {
  salon(): Promise<Salon>;
  serviceList(): Promise<readonly Service[]>;
  readonly pages: PageContent;
}

export function publicContent(pool: Pool, profile: SalonProfile, url: string): PublicContent {
  const card = SalonCard.parse(profile);
  const openingHours = createOpeningHours(pool);
  return {
    salon: async () => ({ ...card, url, opening_hours: [...(await openingHours())] }),
    serviceList: createServiceList(pool),
    pages: pageContent(profile.pages),
  };
}

/** The response to a GET of the API by its path, for prerendering. */
export async function contentAt(
  { salon, serviceList, pages }: PublicContent,
  path: string,
): Promise<unknown> {
  if (path === getSalon.path) return salon();
  if (path === listServices.path) return serviceList();
  const content = Object.entries(pages).find(([name]) => path === getPage[name as PageName].path);
  if (!content) throw new Error(`A prerendered page requests ${path}, which is no public content.`);
  return content[1];
}
