import { Agent, get } from 'node:http';

/** What is asked for, by several clients at once. */
export interface Asked {
  readonly url: string;
  /** One after the other, again and again. */
  readonly paths: readonly string[];
  readonly token?: string;
  readonly clients: number;
  readonly requests: number;
}

const ask = (url: string, agent: Agent, headers: Record<string, string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const began = performance.now();
    get(url, { agent, headers }, (answer) => {
      answer.on('error', reject);
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`${url} answered ${answer.statusCode}`));
      });
      answer.resume();
    }).on('error', reject);
  });

/** How long each answer took to its last byte, in milliseconds, the shortest first. @throws Error for any but a 200 */
export async function latencies({ url, paths, token, clients, requests }: Asked): Promise<readonly number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const headers: Record<string, string> = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  const took: number[] = [];
  let sent = 0;
  const client = async () => {
    while (sent < requests) {
      const path = paths[sent % paths.length] ?? '';
      sent += 1;
      took.push(await ask(url + path, agent, headers));
    }
  };
  try {
    await Promise.all(Array.from({ length: clients }, client));
  } finally {
    agent.destroy();
  }
  return took.sort((a, b) => a - b);
}

/** Of sorted values. */
export const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
