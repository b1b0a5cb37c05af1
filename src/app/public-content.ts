import type { Pool } from 'pg';
import { createOpeningHours } from '../../projections/hours/queries.ts';
import { createServiceList } from '../../projections/services/queries.ts';
import type { SalonProfile } from '../adapters/salon-profile/profile.ts';
import type { PageContent } from '../contracts/pages.ts';
import { type Salon, SalonCard } from '../contracts/salon.ts';
import type { Service } from '../contracts/services.ts';
import { pageAnswers } from '../site/page-content.ts';

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
    pages: pageAnswers(profile.pages),
  };
}

const PAGE = '/api/pages/';

/** Answers a GET by its path, without the way over HTTP. */
export async function answerTo({ salon, serviceList, pages }: PublicContent, path: string): Promise<unknown> {
  if (path === '/api/salon') return salon();
  if (path === '/api/services') return serviceList();
  const page = path.startsWith(PAGE)
    ? Object.entries(pages).find(([name]) => path === PAGE + name)
    : undefined;
  if (!page) throw new Error(`A page asks for ${path}, which only a browser can.`);
  return page[1];
}
