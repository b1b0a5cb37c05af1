import { expect } from 'vitest';
import { POSITION_PATTERN } from '../../../src/eventsourcing/event-store.ts';
import { eventually } from '../machine/eventually.ts';
import type { Answer } from './http-client.ts';

/** Sends again, a query or a command under its key, while the server can't say in time what became of it. */
export const patiently = (send: () => Promise<Answer>): Promise<Answer> =>
  eventually(async () => {
    const answer = await send();
    expect((answer.json as { readonly code?: string } | undefined)?.code).not.toBe('unavailable');
    return answer;
  });

/** Sends a query patiently, and again while its answer is older than its `after`. The server waits for two seconds at most. */
export function asNewAs(path: string, send: () => Promise<Answer>): Promise<Answer> {
  const after = new URLSearchParams(path.split('?')[1]).get('after') ?? '';
  if (!POSITION_PATTERN.test(after)) return patiently(send);
  return eventually(async () => {
    const answer = await patiently(send);
    const reached = answer.headers['x-projected-position'];
    if (reached !== undefined && String(reached) < after)
      throw new Error(`${path} is answered as of ${reached}: ${answer.status} ${answer.text}`);
    return answer;
  });
}
