import { getPage, type PageContent, type PageName } from '../contracts/salon/pages.ts';
import { getSalon, type Salon } from '../contracts/salon/salon.ts';
import { listServices, type Service } from '../contracts/salon/services.ts';

/** The content that the API serves to everybody, and from which the prerendered pages are made. */
export interface PublicContent {
  salon(): Promise<Salon>;
  serviceList(): Promise<readonly Service[]>;
  pages(): PageContent;
}

/** The API's response to a GET of a path, for prerendering. */
export async function contentAt(
  { salon, serviceList, pages }: PublicContent,
  path: string,
): Promise<unknown> {
  if (path === getSalon.path) return salon();
  if (path === listServices.path) return serviceList();
  const content = Object.entries(pages()).find(([name]) => path === getPage[name as PageName].path);
  if (!content) throw new Error(`A prerendered page requests ${path}, which is no public content.`);
  return content[1];
}
