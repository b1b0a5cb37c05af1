import { createContext } from 'react';

/** API responses that a prerendered page was rendered from and that are part of its document, by request path. */
export interface InitialData {
  /**
   * The response, or undefined when it isn't part of the page. Called while rendering; on the server it suspends until
   * the response is there, and adds it to the page.
   */
  read(path: string): unknown;
  /** Called once the response is on the screen, so that later queries for it send a request. */
  drop(path: string): void;
}

export const InitialDataContext = createContext<InitialData>({ read: () => undefined, drop: () => {} });
