import type { ShareCard } from './pictures.ts';

/** A page, rendered on the server. */
export interface RenderedPage {
  /** Tags for the document's head. */
  readonly head: string;
  /** Markup for the element in which React renders the page. */
  readonly body: string;
  /** All API responses from which the page was rendered, by request path. The document contains them for the browser's first render. */
  readonly initialData: Readonly<Record<string, unknown>>;
}

/** The functions and data that the site's build exports for the server. */
export interface Renderer {
  /**
   * @param path the page's path, such as `/services`
   * @param load returns the API's response to a GET of a path; when it fails, rendering fails with the same error
   */
  renderPage(path: string, load: (path: string) => Promise<unknown>): Promise<RenderedPage>;
  /** Paths of the pictures for previews of links to the site, by the names that a profile chooses from. */
  readonly sharePictures: Readonly<Record<ShareCard, string>>;
}

/** Names that the prerendered document, the browser's code and the tests share. */
export const DOCUMENT_NAMES = {
  /** Id of the element in which React renders the page. */
  root: 'root',
  /** Id of the script element that holds the initial data as JSON. */
  initialData: 'initial-data',
  /** Name of the performance mark for the moment from which the page reacts to its visitor. */
  hydrated: 'hydrated',
} as const;
