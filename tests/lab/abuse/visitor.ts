import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { VISITOR_ADDRESS } from './scenario.ts';

/** The other visitor: asks for a page again and again, each time on a new connection, and times the answers. */

export interface Visit {
  readonly host: string;
  readonly port: number;
  readonly seconds: number;
}

/** In milliseconds. A page that didn't come counts as the longest a visitor would wait. */
export interface Waits {
  readonly visits: number;
  readonly median: number;
  readonly p99: number;
  readonly slowest: number;
  readonly unanswered: number;
}

const EVERY_MS = 20;
const PATIENCE_MS = 5_000;

/** How long the whole page took; undefined when it didn't come. */
function visitPage({ host, port }: Visit): Promise<number | undefined> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const outgoing = request({
      host,
      port,
      path: '/',
      localAddress: VISITOR_ADDRESS,
      agent: false,
      headers: { Accept: 'text/html', Connection: 'close' },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    outgoing.on('error', () => resolve(undefined));
    outgoing.on('response', (incoming) => {
      incoming.on('error', () => resolve(undefined));
      incoming.on('end', () =>
        resolve(incoming.statusCode === 200 ? performance.now() - startedAt : undefined),
      );
      incoming.resume();
    });
    outgoing.end();
  });
}

async function visit(where: Visit): Promise<Waits> {
  const visits: Promise<number | undefined>[] = [];
  const end = performance.now() + where.seconds * 1_000;
  // One after the other would leave out the visits of somebody who comes while another one waits.
  for (; performance.now() < end; await sleep(EVERY_MS)) visits.push(visitPage(where));
  const waits = (await Promise.all(visits)).map((ms) => ms ?? PATIENCE_MS).sort((a, b) => a - b);
  const at = (part: number) =>
    waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? Number.NaN;
  return {
    visits: waits.length,
    median: at(0.5),
    p99: at(0.99),
    slowest: at(1),
    unanswered: waits.filter((ms) => ms === PATIENCE_MS).length,
  };
}

process.on('message', (where: Visit) => void visit(where).then((waits) => process.send?.(waits)));
process.on('disconnect', () => process.exit());
