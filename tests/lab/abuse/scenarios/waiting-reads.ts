import { book } from '../book.ts';
import { holdConnections } from '../connections.ts';
import { addresses, type Scenario, type Target } from '../scenario.ts';

/** Ten requests at once on each connection, so that the limit of connections alone doesn't keep them out. */
const CONNECTIONS = 1_000;
const A_CONNECTION = 10;
/** All of them are there after three seconds. */
const A_SECOND = 350;
/** So long after its last ten reads each connection asks again. */
const PAUSE_MS = 4_000;

function holdReads(target: Target, position: string) {
  const read = `GET /api/services?after=${position} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const ten = read.repeat(A_CONNECTION);
  return holdConnections(target, {
    count: CONNECTIONS,
    from: addresses(50),
    aSecond: A_SECOND,
    begin: ten,
    drip: ten,
    dripMs: PAUSE_MS,
  });
}

export const scenarios: readonly Scenario[] = [
  {
    title: '10 000 reads that wait for a position that nobody has written, from 50 addresses',
    seconds: 12,
    attack: (target) => holdReads(target, 'f'.repeat(32)),
  },
  {
    title: '10 000 reads that wait for a position that no read model reaches, from 50 addresses',
    seconds: 12,
    withoutProjector: true,
    prepare: book,
    attack: (target) => holdReads(target, String(target.prepared)),
  },
];
