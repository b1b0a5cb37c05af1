import { createHash } from 'node:crypto';
import { getPage, type PageContent, type PageName } from '../contracts/salon/pages.ts';
import type { Mount } from '../http/operation/operation.ts';
import type { PublicContent } from './public-content.ts';

const PAGE_NAMES = Object.keys(getPage) as PageName[];

/** Routes of the content of each page. It hardly ever changes, so most responses are a 304. */
export function pageRoutes({ on, page }: Pick<PublicContent, 'page'> & { readonly on: Mount }): void {
  /** The key is the content itself, which is the same object until it changes. */
  const etags = new WeakMap<object, string>();
  function etagOf(body: object): string {
    const known = etags.get(body);
    if (known !== undefined) return known;
    const etag = `"${createHash('sha256').update(JSON.stringify(body)).digest('base64url').slice(0, 22)}"`;
    etags.set(body, etag);
    return etag;
  }
  for (const name of PAGE_NAMES) {
    // Here the types of name and content are unions, which can't express that both belong to the same page.
    on(getPage[name] as typeof getPage.home, async () => {
      const body = (await page(name)) as PageContent['home'];
      return { body, etag: etagOf(body) };
    });
  }
}
