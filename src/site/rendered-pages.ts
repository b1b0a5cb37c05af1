import { PAGE_PATHS } from '../contracts/page-paths.ts';
import { type EncodedText, encodeText } from '../http/encoded-text.ts';

/** Rendered before anybody asks. */
export const PRERENDERED: readonly string[] = Object.values(PAGE_PATHS);

/** What stands at every address that leads nowhere; itself one of them. */
export const NOT_FOUND = '/not-found';

/** The rendered pages, in memory. */
export interface SitePages {
  /** By path; undefined for one that the browser has to render by itself. */
  page(path: string): EncodedText | undefined;
  /**
   * Renders all pages anew. Each is replaced only once its successor is there.
   *
   * @throws Error of the first page that could not be rendered; that page stays as it was
   */
  refresh(): Promise<void>;
}

/** @param documentOf renders one page's whole document */
export function createSitePages(documentOf: (path: string) => Promise<string>): SitePages {
  const pages = new Map<string, EncodedText>();
  return {
    page: (path) => pages.get(path),
    async refresh() {
      const failures: unknown[] = [];
      // One after the other: requests are answered in between.
      for (const path of [...PRERENDERED, NOT_FOUND]) {
        try {
          pages.set(path, await encodeText(await documentOf(path)));
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
