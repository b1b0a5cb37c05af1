import { NAMED_PAGES } from '../contracts/salon/site-pages.ts';
import { type EncodedText, encodeText } from '../http/encoded-text.ts';

/** Paths of the pages that are rendered in advance. */
export const PRERENDERED: readonly string[] = NAMED_PAGES.filter(({ kind }) => kind === 'prerendered').map(
  ({ path }) => path,
);

/** The path under which the 404 page is rendered. No other page has it. */
export const NOT_FOUND = '/not-found';

/** The rendered pages, in memory. */
export interface SitePages {
  /** The rendered page of a path; undefined if the browser has to render it. */
  page(path: string): EncodedText | undefined;
  /**
   * Renders all pages again. Each page is replaced once its new version is ready.
   *
   * @throws the error of the first page that could not be rendered; pages that failed stay as they were
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
      // Pages are rendered one after the other, so that requests are answered in between.
      for (const path of [...PRERENDERED, NOT_FOUND]) {
        try {
          pages.set(path, encodeText(await documentOf(path)));
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
