import { createContext } from 'react';

/** The API's answers that a page was rendered from and that came with it, by the path they answer. */
export interface CarriedAnswers {
  /**
   * The answer, or undefined when it didn't come along. Called while rendering; on the server it waits for the
   * answer, and the page then carries it.
   */
  read(path: string): unknown;
  /** The answer has been shown: whoever asks again gets a fresh one. */
  drop(path: string): void;
}

export const CarriedAnswersContext = createContext<CarriedAnswers>({ read: () => undefined, drop: () => {} });
