import { createContext } from 'react';

/** Public answers of the API by request path: those the document was rendered from, and those loaded since. */
export interface AnswerCache {
  /** The last answer, if there is one. Called while rendering; on the server it suspends until there is. */
  read(path: string): unknown;
  /** Whether it came with the document and hasn't been on the screen yet: it needs no request. */
  isNew(path: string): boolean;
  /** Called with each answer that is on the screen. */
  keep(path: string, answer: unknown): void;
}

/** A cache that knows the answers which came with the document. */
export function createAnswerCache(ofDocument: Readonly<Record<string, unknown>> = {}): AnswerCache {
  const answers = new Map(Object.entries(ofDocument));
  const unseen = new Set(answers.keys());
  return {
    read: (path) => answers.get(path),
    isNew: (path) => unseen.has(path),
    keep: (path, answer) => {
      answers.set(path, answer);
      unseen.delete(path);
    },
  };
}

export const AnswerCacheContext = createContext<AnswerCache>(createAnswerCache());
