import { getPage, type PageContent, type PageName } from '../contracts/salon/pages.ts';
import { getSalon, type Salon } from '../contracts/salon/salon.ts';
import { listServices, type Service } from '../contracts/salon/services.ts';

/** The content that the API serves to everybody, and from which the prerendered pages are made. */
export interface PublicContent {
  salon(): Promise<Salon>;
  serviceList(): Promise<readonly Service[]>;
  page(name: PageName): Promise<PageContent[PageName]>;
}

/** The API's response to a GET of a path, for prerendering. */
export async function contentAt({ salon, serviceList, page }: PublicContent, path: string): Promise<unknown> {
  if (path === getSalon.path) return salon();
  if (path === listServices.path) return serviceList();
  const name = (Object.keys(getPage) as PageName[]).find((one) => path === getPage[one].path);
  if (!name) throw new Error(`A prerendered page requests ${path}, which is no public content.`);
  return page(name);
}
