import type { Answer, WireRequest } from '../../support/network/http-client.ts';

/** Longer than this nobody is left waiting: the commands' deadline, and what a busy machine adds. */
export const LONGEST_ANSWER_MS = 7_000;

/** The results of customers' requests, and the answers that must never be given. */
export interface Traffic {
  /** Requests with any answer. */
  readonly answered: number;
  readonly refused: number;
  readonly slowestMs: number;
  readonly offences: readonly string[];
  /** @param answer undefined when the connection broke */
  note(wire: WireRequest, startedAt: number, answer: Answer | undefined): void;
}

/** The reason why an answer of the server's own fault isn't as clear as it has to be; undefined when it is. */
function unclear({ status, headers, json }: Answer): string | undefined {
  if (status !== 503) return `answered ${status}`;
  const { code } = (json ?? {}) as { code?: string };
  if (!String(headers['content-type']).startsWith('application/problem+json') || code !== 'unavailable') {
    return 'answered 503 without the problem "unavailable"';
  }
  return headers['retry-after'] === undefined ? 'answered 503 without Retry-After' : undefined;
}

/**
 * @param wasDown whether a server was killed or starting at any time since then
 * @param longestAnswerMs a request that took longer is an offence
 */
export function createTraffic(
  wasDown: (since: number) => boolean,
  longestAnswerMs = LONGEST_ANSWER_MS,
): Traffic {
  let answered = 0;
  let refused = 0;
  let slowestMs = 0;
  const offences: string[] = [];
  return {
    get answered() {
      return answered;
    },
    get refused() {
      return refused;
    },
    get slowestMs() {
      return slowestMs;
    },
    offences,
    note({ method = 'GET', path }, startedAt, answer) {
      const what = `${method} ${path.replace(/\?.*/, '')}`;
      const ms = performance.now() - startedAt;
      const offend = (how: string) => offences.push(`${what} ${how} after ${Math.round(ms)} ms`);
      if (answer === undefined) {
        if (!wasDown(startedAt)) offend('got no answer');
        return;
      }
      answered += 1;
      slowestMs = Math.max(slowestMs, ms);
      if (answer.status >= 500) {
        const how = unclear(answer);
        if (how === undefined) refused += 1;
        else offend(how);
      }
      if (ms > longestAnswerMs) offend('was kept waiting');
    },
  };
}
