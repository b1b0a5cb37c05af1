/** A page, rendered where there is no browser. */
export interface RenderedPage {
  /** Tags that belong into the document's head. */
  readonly head: string;
  /** Markup of the element that the page comes to life in. */
  readonly body: string;
  /** Every answer of the API that the page was made from, by path; it is sent along, and read before any request. */
  readonly answers: Readonly<Record<string, unknown>>;
}

/** What the site's build hands to the server. */
export interface Renderer {
  /**
   * @param path of the page, `/services`
   * @param ask answers a GET of the API; the page is rejected with what this is rejected with
   */
  renderPage(path: string, ask: (path: string) => Promise<unknown>): Promise<RenderedPage>;
  /** Path of the picture that stands for the salon where its pages are shared. */
  readonly sharePicture: string;
}

/** Names at which a prerendered page, its code, and those who look at it meet. */
export const PAGE_PARTS = {
  /** Id of the element that the page comes to life in. */
  root: 'root',
  /** Id of the block that carries the answers. */
  answers: 'answers',
  /** Performance mark: the page reacts to its visitor from here on. */
  alive: 'alive',
} as const;
