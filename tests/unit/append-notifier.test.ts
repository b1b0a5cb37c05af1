import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  channelsFor,
  createLatestPositions,
  noticeOf,
  notifySql,
} from '../../src/adapters/postgres-log/append-notice.ts';
import { createAppendNotifier } from '../../src/adapters/postgres-log/append-notifier.ts';

const at = (position: number) => String(position).padStart(32, '0');

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A connected notifier, and what is sent on its connection. */
async function givenNotifier() {
  const sent: string[] = [];
  const connection = Object.assign(new EventEmitter(), {
    connect: async () => {},
    query: async (text: string) => void (text.startsWith('notify') && sent.push(text)),
    end: async () => {},
  });
  const notifier = createAppendNotifier(() => connection as unknown as Client);
  const stop = new AbortController();
  onTestFinished(() => {
    stop.abort();
    return notifier.close();
  });
  await notifier.wait(at(0), 60_000, stop.signal);
  /** Waits for more than position 0. */
  const woken = (...prefixes: string[]) => {
    const state = { isWoken: false };
    const wait = notifier.wait(at(0), 60_000, stop.signal, prefixes.length > 0 ? prefixes : undefined);
    void wait.then(() => {
      state.isWoken = true;
    });
    return { state, wait };
  };
  const receive = (payload: string) => connection.emit('notification', { payload });
  return { notifier, sent, woken, receive };
}

describe('a notifier of appends', () => {
  it('notifies of the two appends of a command once, without a delay', async () => {
    const { notifier, sent, woken } = await givenNotifier();
    const reader = woken();
    notifier.appended('agenda-2026-11-20', at(1));
    notifier.appended('booking-1', at(2));
    await reader.wait;
    expect(notifier.latest()).toBe(at(2));
    expect(sent).toEqual([
      `notify log_events, '${at(2)} agenda booking'; notify log_events_agenda, '${at(2)} agenda booking'; notify log_events_booking, '${at(2)} agenda booking'`,
    ]);
  });

  it('notifies of a single append a moment later', async () => {
    const { notifier, sent, woken } = await givenNotifier();
    const reader = woken();
    notifier.appended('hours', at(1));
    await vi.advanceTimersByTimeAsync(2);
    expect(reader.state.isWoken).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    await reader.wait;
    expect(notifier.latest()).toBe(at(1));
    expect(sent).toEqual([`notify log_events, '${at(1)} hours'; notify log_events_hours, '${at(1)} hours'`]);
  });

  it('notifies of the second append of a slow command without a delay', async () => {
    const { notifier, woken } = await givenNotifier();
    const reader = woken();
    notifier.appended('agenda-2026-11-20', at(1));
    await vi.advanceTimersByTimeAsync(9);
    await reader.wait;
    notifier.appended('booking-1', at(2));
    expect(notifier.latest()).toBe(at(2));
  });

  it('notifies of every append without a delay while they follow each other closely', async () => {
    const { notifier } = await givenNotifier();
    notifier.appended('agenda-2026-11-20', at(1));
    for (const position of [at(2), at(3), at(4)]) {
      await vi.advanceTimersByTimeAsync(9);
      notifier.appended('booking-1', position);
      expect(notifier.latest()).toBe(position);
    }
  });

  it('wakes a reader of some streams for these alone, whoever appended', async () => {
    const { notifier, woken, receive } = await givenNotifier();
    const [everything, hours, others] = [woken(), woken('hours', 'service-'), woken('customer-')];
    notifier.appended('agenda-2026-11-20', at(1));
    notifier.appended('booking-1', at(2));
    await everything.wait;
    receive(`${at(3)} booking`);
    expect(hours.state.isWoken).toBe(false);
    receive(`${at(4)} service agenda`);
    await hours.wait;
    expect(notifier.latest(['hours', 'service-'])).toBe(at(4));
    expect(others.state.isWoken).toBe(false);
    expect(notifier.latest(['customer-'])).toBe('');
  });

  it('wakes everybody for a notification that names no streams, as an earlier version sends it', async () => {
    const { notifier, woken, receive } = await givenNotifier();
    const hours = woken('hours');
    receive(at(7));
    await hours.wait;
    expect(notifier.latest(['hours'])).toBe(at(7));
  });
});

describe('a notifier whose notices another thread publishes', () => {
  it('sends none itself, and wakes its own readers all the same', async () => {
    const { notifier, sent, woken } = await givenNotifier();
    const reader = woken();
    const other = await givenNotifier();
    notifier.relayTo(other.notifier.publish);
    const there = other.woken('booking-');
    notifier.appended('agenda-2026-11-20', at(1));
    notifier.appended('booking-1', at(2));
    await Promise.all([reader.wait, there.wait]);
    expect(other.sent).toHaveLength(1);
    expect(other.sent[0]).toContain(`notify log_events, '${at(2)} agenda booking'`);
    expect(sent).toEqual([]);
  });

  it('hands over many appends together, and at once when somebody waits for what follows from them', async () => {
    const { notifier } = await givenNotifier();
    const handed: string[] = [];
    notifier.relayTo((notice) => handed.push(notice));
    const append = (position: number) => notifier.appended('booking-1', at(position));
    append(1);
    append(2);
    expect(handed).toEqual([`${at(2)} booking`]);
    append(3);
    await vi.advanceTimersByTimeAsync(10);
    append(4);
    expect(handed).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(15);
    expect(handed.slice(1)).toEqual([`${at(4)} booking`]);

    await vi.advanceTimersByTimeAsync(5);
    append(5);
    append(6);
    expect(handed).toHaveLength(2);
    notifier.hurry();
    expect(handed.slice(2)).toEqual([`${at(6)} booking`]);
    notifier.hurry();
    append(7);
    notifier.hurry();
    expect(handed).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(5);
    expect(handed.slice(3)).toEqual([`${at(7)} booking`]);
  });
});

describe('the SQL of a notification', () => {
  const payloadsOf = (sql: string) =>
    [...sql.matchAll(/notify (\w+), '([^']*)'/g)].map(([, ...parts]) => parts);

  it('names the streams on the channel of all, and reaches those who need one category', () => {
    const notice = { position: at(1), categories: new Set(['agenda', 'number']) };
    const sent = payloadsOf(notifySql(notice));
    expect(sent.map(([channel]) => channel)).toEqual([
      'log_events',
      'log_events_agenda',
      'log_events_number',
    ]);
    for (const [, payload = ''] of sent) expect(noticeOf(payload)).toEqual(notice);
  });

  it('is about all streams when it can not name them', () => {
    const position = at(1);
    const many = new Set(Array.from({ length: 30 }, (_, index) => `c${'x'.repeat(index)}`));
    for (const categories of ['all' as const, many, new Set(["it's"]), new Set(['two words'])]) {
      const sql = notifySql({ position, categories });
      expect(sql).toBe(`notify log_events, '${position}'`);
      expect(noticeOf(position)).toEqual({ position, categories: 'all' });
    }
  });

  it.each([
    [undefined, ['log_events']],
    [
      ['hours', 'service-'],
      ['log_events_hours', 'log_events_service'],
    ],
    [['service-', "it's"], ['log_events']],
    [[''], ['log_events']],
  ])('reaches a reader of %s on %s', (prefixes, channels) => {
    expect(channelsFor(prefixes)).toEqual(channels);
  });

  it('is none when it is not ours', () => {
    for (const payload of ['', 'hello', `x${at(1)}`]) expect(noticeOf(payload)).toBeUndefined();
  });
});

describe('the latest position that was notified', () => {
  it('is found by any prefix that a stream of the category may begin with', () => {
    const positions = createLatestPositions();
    positions.note({ position: at(3), categories: new Set(['agenda']) });
    for (const prefix of ['', 'agenda', 'agenda-', 'agenda-2026', 'ag']) {
      expect(positions.latest([prefix]), prefix).toBe(at(3));
    }
    for (const prefix of ['agendas-', 'booking-']) expect(positions.latest([prefix]), prefix).toBe('');
  });

  it('never goes back', () => {
    const positions = createLatestPositions();
    positions.note({ position: at(3), categories: new Set(['agenda']) });
    positions.note({ position: at(2), categories: 'all' });
    expect([positions.latest(), positions.latest(['agenda']), positions.latest(['hours'])]).toEqual([
      at(3),
      at(3),
      at(2),
    ]);
  });
});
