import { createContext } from 'react';

/** API responses that a prerendered page was rendered from and that came with it, by request path. */
export interface InitialData {
  /**
   * The response, or undefined when it didn't come with the page. Called while rendering; on the server it suspends
   * until the response is there, and the page then carries it.
   */
  read(path: string): unknown;
  /** Called once the response is on the screen: whoever asks for it later gets a fresh one. */
  drop(path: string): void;
}

export const InitialDataContext = createContext<InitialData>({ read: () => undefined, drop: () => {} });
