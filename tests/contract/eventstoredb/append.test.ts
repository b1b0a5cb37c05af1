import * as grpc from '@grpc/grpc-js';
import { describe, expect, test } from 'vitest';
import { eventStoreDb } from '../../../src/adapters/eventstoredb/log.ts';
import {
  InvalidEvent,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../../../src/eventsourcing/event-store.ts';
import { eventStoreDbDouble } from '../../support/eventstoredb-double/double.ts';
import { status } from '../../support/eventstoredb-double/faults.ts';
import { event, freshStream, ids, persistently } from '../log-probe.ts';
import { givenStore } from './given-store.ts';

const given = givenStore();

const times = (count: number, fault: () => void | Promise<void>) => () => {
  count -= 1;
  return count >= 0 ? fault() : undefined;
};

const refusal =
  (code: grpc.status, details = '', exception = {}) =>
  () => {
    throw status(code, details, exception);
  };

describe('an append', () => {
  test('takes the plain call, which has a deadline, never the shared batch stream', async () => {
    const stream = freshStream();
    await given.store.append(stream, 'no-stream', [event(), event()]);
    await expect(given.store.append(stream, 'no-stream', [event()])).rejects.toThrow(WrongExpectedRevision);
    expect([...given.double.calls]).toEqual([['append', 2]]);
  });

  test('with data that the client would choke on never reaches the client', async () => {
    await expect(given.store.append(freshStream(), 'any', [event({ n: 1n })])).rejects.toThrow(InvalidEvent);
    expect(given.double.calls.size).toBe(0);
  });

  test('asks for the leader', async () => {
    const leader = await eventStoreDbDouble(given.double.log);
    given.double.faults.leader = leader.endPoint;
    const sent = event();
    const stream = freshStream();
    await given.store.append(stream, 'no-stream', [sent]);
    expect(leader.calls.get('append')).toBe(1);
    expect(ids(await given.store.read(stream))).toEqual([sent.id]);
    leader.stop();
  });

  test('that finds no leader at all may be sent again', async () => {
    given.double.faults.leader = given.double.endPoint;
    const sent = event();
    const stream = freshStream();
    await expect(given.store.append(stream, 'no-stream', [sent])).rejects.toThrow(StoreUnavailable);
    given.double.faults.leader = undefined;
    await persistently(() => given.store.append(stream, 'no-stream', [sent]));
    expect(ids(await given.store.read(stream))).toEqual([sent.id]);
  });
});

describe('a duplicate', () => {
  test.each([
    ['without a position', undefined],
    ['with an empty position', { commit: 0n, prepare: 0n }],
    ['with a position beyond the log', { commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n }],
  ])('whose response comes %s gets the position of the event itself', async (_, at) => {
    const stream = freshStream();
    const events = [event(), event()] as const;
    const original = await given.store.append(stream, 'no-stream', events);
    await given.store.append(stream, 1n, [event()]);
    given.double.faults.duplicateAt = () => at;
    for (const expected of ['no-stream', 'any'] as const) {
      expect(await given.store.append(stream, expected, events)).toEqual(original);
    }
  });

  test('that the server knows of but does not show yet is an unknown outcome', async () => {
    const stream = freshStream();
    const sent = event();
    await given.store.append(stream, 'no-stream', [sent]);
    given.double.faults.duplicateAt = () => undefined;
    given.double.log.remove(stream, 'soft');
    await expect(given.store.append(stream, 'no-stream', [sent])).rejects.toThrow(StoreUnavailable);
  });
});

describe('an append whose outcome is unknown', () => {
  test.each<[string, 'beforeAppend' | 'afterAppend', number]>([
    ['a lost request', 'beforeAppend', 0],
    ['a lost response', 'afterAppend', 1],
  ])('is StoreUnavailable after %s, and sending it again writes it once', async (_, moment, written) => {
    const stream = freshStream();
    const sent = event();
    given.double.faults[moment] = times(1, refusal(grpc.status.UNAVAILABLE));
    await expect(given.store.append(stream, 'no-stream', [sent])).rejects.toThrow(StoreUnavailable);
    expect(given.double.log.events).toHaveLength(written);
    expect((await given.store.append(stream, 'no-stream', [sent])).revision).toBe(0n);
    expect(ids(await given.store.read(stream))).toEqual([sent.id]);
  });

  test.each(['beforeAppend', 'afterAppend'] as const)(
    'is StoreUnavailable when the server dies %s',
    async (moment) => {
      const stream = freshStream();
      const sent = event();
      given.double.faults[moment] = times(1, () => given.double.stop());
      await expect(given.store.append(stream, 'no-stream', [sent])).rejects.toThrow(StoreUnavailable);
      await given.double.start();
      await persistently(() => given.store.append(stream, 'no-stream', [sent]));
      expect(ids(await given.store.read(stream))).toEqual([sent.id]);
    },
  );

  test('is StoreUnavailable within the deadline when the server says nothing', async () => {
    const hurried = eventStoreDb({ url: given.double.url, deadlineMs: 300 });
    const stream = freshStream();
    const sent = event();
    given.double.faults.afterAppend = () => new Promise(() => {});
    await expect(hurried.append(stream, 'no-stream', [sent])).rejects.toThrow(StoreUnavailable);
    given.double.faults.afterAppend = () => {};
    expect((await given.store.append(stream, 'no-stream', [sent])).revision).toBe(0n);
    expect(given.double.log.events).toHaveLength(1);
    await hurried.close();
  });

  test.each<[string, grpc.status, string]>([
    ['cancelled', grpc.status.CANCELLED, ''],
    ['deadline exceeded', grpc.status.DEADLINE_EXCEEDED, ''],
    ['a commit timeout', grpc.status.ABORTED, ''],
    ['an internal error', grpc.status.INTERNAL, ''],
    ['unavailable', grpc.status.UNAVAILABLE, ''],
    ['data loss', grpc.status.DATA_LOSS, ''],
    ['a node that is starting', grpc.status.UNKNOWN, 'Server Is Not Ready'],
    ['a node with too much to do', grpc.status.UNKNOWN, 'Server Is Too Busy'],
    ['an election', grpc.status.UNKNOWN, 'No leader info available in response'],
  ])('is StoreUnavailable for %s', async (_, code, details) => {
    given.double.faults.beforeAppend = refusal(code, details);
    await expect(given.store.append(freshStream(), 'any', [event()])).rejects.toThrow(StoreUnavailable);
  });
});

describe('a refusal', () => {
  test.each<[string, grpc.status, Record<string, string>]>([
    ['access denied', grpc.status.PERMISSION_DENIED, { exception: 'access-denied' }],
    ['wrong credentials', grpc.status.UNAUTHENTICATED, {}],
    ['a bad argument', grpc.status.INVALID_ARGUMENT, {}],
    ['an ended stream', grpc.status.FAILED_PRECONDITION, { exception: 'stream-deleted', 'stream-name': 's' }],
  ])('stays what it is for %s: trying again would not help', async (_, code, exception) => {
    given.double.faults.beforeAppend = refusal(code, 'refused', exception);
    const outcome = given.store.append(freshStream(), 'any', [event()]);
    await expect(outcome).rejects.toMatchObject({ code });
    await expect(outcome).rejects.not.toThrow(StoreUnavailable);
  });

  test('as too large is InvalidEvent, under any limit of that server', async () => {
    const exception = { exception: 'maximum-append-size-exceeded', 'maximum-append-size': '10' };
    given.double.faults.beforeAppend = refusal(grpc.status.INVALID_ARGUMENT, '', exception);
    await expect(given.store.append(freshStream(), 'any', [event()])).rejects.toThrow(InvalidEvent);
  });

  test('is recognized as one of the revision by its type, with or without a message', async () => {
    const exception = {
      exception: 'wrong-expected-version',
      'stream-name': 's',
      'expected-version': '1',
      'actual-version': '2',
    };
    given.double.faults.beforeAppend = refusal(grpc.status.FAILED_PRECONDITION, '', exception);
    await expect(given.store.append(freshStream(), 1n, [event()])).rejects.toThrow(WrongExpectedRevision);
  });

  test('is WrongExpectedRevision even where the address asks for results in place of errors', async () => {
    const lenient = eventStoreDb({ url: `${given.double.url}&throwOnAppendFailure=false` });
    await expect(lenient.append(freshStream(), 4n, [event()])).rejects.toThrow(WrongExpectedRevision);
    await lenient.close();
  });
});
