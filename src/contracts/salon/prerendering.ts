import type { ShareCard } from './pictures.ts';

/** A page, rendered on the server. */
export interface RenderedPage {
  /** Tags for the document's head. */
  readonly head: string;
  /** Markup for the element in which React renders the page. */
  readonly body: string;
  /** Every API response it was rendered from, by request path; part of the document, for the first render in the browser. */
  readonly initialData: Readonly<Record<string, unknown>>;
}

/** What the site's build exports for the server. */
export interface Renderer {
  /**
   * @param path of the page, `/services`
   * @param load returns the response to a GET of the API by its path; when it fails, rendering fails with the same error
   */
  renderPage(path: string, load: (path: string) => Promise<unknown>): Promise<RenderedPage>;
  /** Paths of the pictures for previews of links to the site, by the name that a profile chooses. */
  readonly sharePictures: Readonly<Record<ShareCard, string>>;
}

/** Names that the prerendered document, the browser's code and the tests share. */
export const DOCUMENT_NAMES = {
  /** Id of the element in which React renders the page. */
  root: 'root',
  /** Id of the script element that holds the initial data as JSON. */
  initialData: 'initial-data',
  /** Performance mark: from this moment the page reacts to its visitor. */
  hydrated: 'hydrated',
} as const;
