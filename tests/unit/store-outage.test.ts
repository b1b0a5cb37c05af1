import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { storeError as esdbError } from '../../src/adapters/eventstoredb/errors.ts';
import { createLogger } from '../../src/adapters/logger.ts';
import { isDiskFull, storeError } from '../../src/adapters/postgres/outage.ts';
import { oncePerOutage, outageOf } from '../../src/adapters/store-outage.ts';
import { DeadlineExceeded } from '../../src/eventsourcing/async/deadline.ts';
import { StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { problemCodeOf } from '../../src/http/problem-details.ts';

const fromPostgres = (code: string, message = 'refused') =>
  Object.assign(new pg.DatabaseError(message, 1, 'error'), { code });
const fromSystem = (code: string, syscall: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall, errno: -1 });
const fromGrpc = (code: number) => Object.assign(new Error(`${code} from the server`), { code });
const aggregate = () =>
  Object.assign(new AggregateError([fromSystem('ECONNREFUSED', 'connect')]), { code: 'ECONNREFUSED' });
const passedOn = (code: string) => Object.assign(new Error('terminating connection'), { code });

/** Errors of jobs never become an answer. */
const PASSED_ON = 'the same, passed on by pg-boss';

const OUTAGES: readonly (readonly [what: string, error: Error, store: string, reason: RegExp])[] = [
  [
    'a refused connection',
    fromSystem('ECONNREFUSED', 'connect'),
    'Postgres',
    /cannot be reached .ECONNREFUSED/,
  ],
  ['a host with several addresses', aggregate(), 'Postgres', /cannot be reached/],
  ['a reset connection', fromSystem('ECONNRESET', 'read'), 'Postgres', /cannot be reached/],
  ['a name that is unknown for now', fromSystem('EAI_AGAIN', 'getaddrinfo'), 'Postgres', /cannot be reached/],
  ['a socket file that is gone', fromSystem('ENOENT', 'connect'), 'Postgres', /cannot be reached/],
  ['a connection without an answer', new Error('Query read timeout'), 'Postgres', /no answer/],
  [
    'a pool without a connection',
    new Error('timeout exceeded when trying to connect'),
    'Postgres',
    /no answer/,
  ],
  ['a server that ends its sessions', fromPostgres('57P01'), 'Postgres', /57P01/],
  [PASSED_ON, passedOn('57P01'), 'Postgres', /57P01/],
  ['a server that starts', fromPostgres('57P03'), 'Postgres', /57P03/],
  ['a statement that took too long', fromPostgres('57014'), 'Postgres', /57014/],
  [
    'a full disk',
    fromPostgres('53100', 'could not extend file: No space left on device'),
    'Postgres',
    /The disk of Postgres is full/,
  ],
  [
    'a quota that is used up',
    fromPostgres('XX000', 'could not extend file: Disk quota exceeded'),
    'Postgres',
    /The disk of Postgres is full/,
  ],
  [
    'a disk that was mounted for reading',
    fromPostgres('42501', 'could not open file: Read-only file system'),
    'Postgres',
    /42501/,
  ],
  ['no memory', fromPostgres('53200'), 'Postgres', /53200/],
  ['too many connections', fromPostgres('53300'), 'Postgres', /53300/],
  ['an error of the disk', fromPostgres('58030'), 'Postgres', /58030/],
  ['a deadlock', fromPostgres('40P01'), 'Postgres', /40P01/],
  ['a file on a full disk', fromSystem('ENOSPC', 'write'), 'files', /The disk of this process is full/],
  ['a file beyond the quota', fromSystem('EDQUOT', 'write'), 'files', /The disk of this process is full/],
  ['a file on a disk for reading', fromSystem('EROFS', 'open'), 'files', /cannot be written .EROFS/],
  ['gRPC unavailable', fromGrpc(14), 'EventStoreDB', /EventStoreDB/],
  ['gRPC deadline exceeded', fromGrpc(4), 'EventStoreDB', /EventStoreDB/],
  ['no leader', new Error('no leader'), 'EventStoreDB', /EventStoreDB/],
  ['a deadline of ours', new DeadlineExceeded('gave up waiting'), 'a store', /in time/],
  [
    'a lost lock',
    new StoreUnavailable('Postgres lost the connection that holds the projector lock'),
    'Postgres',
    /cannot be reached/,
  ],
  ['a subscription that ended', new StoreUnavailable('the subscription ended by itself'), 'the log', /log/],
];

describe('an error of a store', () => {
  it.each(OUTAGES)('is recognized: %s', (what, error, store, reason) => {
    expect(outageOf(error)).toEqual({ store, reason: expect.stringMatching(reason) });
    const request = { socket: { destroyed: false } } as Parameters<typeof problemCodeOf>[1];
    if (store !== 'EventStoreDB' && what !== PASSED_ON)
      expect(problemCodeOf(error, request)).toBe('unavailable');
  });

  it.each(OUTAGES.filter(([, , store]) => store === 'Postgres'))(
    'is the same within the port’s: %s',
    (_what, error, store) => {
      const wrapped =
        error instanceof pg.DatabaseError || !('code' in error) || 'syscall' in error
          ? storeError(error)
          : error;
      expect(outageOf(wrapped)).toMatchObject({ store });
    },
  );

  it('is the same within the port of EventStoreDB', () => {
    expect(outageOf(esdbError(fromGrpc(14)))).toMatchObject({ store: 'EventStoreDB' });
    expect(outageOf(esdbError(new DeadlineExceeded('gave up waiting')))).toMatchObject({
      store: 'EventStoreDB',
    });
  });

  it.each([
    ['a rule', new Error('the time is taken')],
    ['a value that a row can’t have', fromPostgres('23505')],
    ['a missing right', fromPostgres('42501', 'permission denied for table')],
    [
      'a provider that can’t be reached',
      new TypeError('fetch failed', { cause: fromSystem('ECONNREFUSED', 'connect') }),
    ],
    [
      'a mail server that can’t be reached',
      Object.assign(fromSystem('ECONNREFUSED', 'connect'), { command: 'CONN' }),
    ],
    ['a missing file', fromSystem('ENOENT', 'open')],
    ['no error', undefined],
  ])('is not %s', (_what, error) => {
    expect(outageOf(error)).toBeUndefined();
  });

  it.each([
    ['Postgres says so', fromPostgres('53100')],
    ['Postgres says so in words', fromPostgres('XX000', 'Disk quota exceeded')],
    ['a file can’t be written', fromSystem('ENOSPC', 'write')],
  ])('says first that the disk is full when %s', (_what, error) => {
    expect(isDiskFull(error)).toBe(true);
    expect(storeError(error)).toMatchObject({ message: "the disk of the event log's database is full" });
  });
});

describe('the log of an outage', () => {
  function given() {
    let now = 0;
    const lines: string[] = [];
    const stream = oncePerOutage({ write: (line) => lines.push(line) }, () => now);
    return {
      main: createLogger('info', stream),
      other: createLogger('info', stream),
      wait(ms: number) {
        now += ms;
      },
      told: () =>
        lines.map(
          (line) => JSON.parse(line) as { outage?: { store: string }; msg: string; linesLeftOut?: number },
        ),
    };
  }

  it('has one line a minute and store, of all loggers, which counts those that were left out', () => {
    const { main, other, wait, told } = given();
    for (let n = 0; n < 30; n += 1) {
      main.error({ err: fromPostgres('57P01') }, 'A request failed.');
      other.warn({ err: storeError(fromSystem('ECONNREFUSED', 'connect')) }, 'Projecting failed.');
      main.warn({ err: esdbError(fromGrpc(14)) }, 'The log failed.');
      main.error({ err: new DeadlineExceeded('gave up waiting') }, 'A request failed.');
      wait(1_000);
    }
    expect(told().map(({ outage }) => outage?.store)).toEqual(['Postgres', 'EventStoreDB']);
    wait(30_000);
    main.error({ err: fromPostgres('57P01') }, 'A request failed.');
    expect(told().at(-1)).toMatchObject({ outage: { store: 'Postgres' }, linesLeftOut: 89 });
  });

  it('leaves out no line about anything else, and none that ends the process', () => {
    const { main, told } = given();
    for (let n = 0; n < 3; n += 1) {
      main.error({ err: new Error('a defect') }, 'A request failed.');
      main.info({ path: '"outage":{"store":"Postgres"' }, 'A request.');
      main.fatal({ err: fromPostgres('57P01') }, 'The process stops.');
    }
    expect(told()).toHaveLength(9);
  });
});
