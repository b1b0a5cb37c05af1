import { EventEmitter } from 'node:events';
import type { Client } from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  channelsFor,
  createLatestPositions,
  notificationOf,
  notifySql,
} from '../../src/adapters/postgres-log/append-notification.ts';
import { createAppendNotifier } from '../../src/adapters/postgres-log/append-notifier.ts';

const at = (position: number) => String(position).padStart(32, '0');

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
  it('wakes readers here at once, and notifies other processes of each append', async () => {
    const { notifier, sent, woken } = await givenNotifier();
    const reader = woken();
    notifier.appended('hours', at(1));
    notifier.appended('agenda-2026-11-20', at(2));
    expect(notifier.latest()).toBe(at(2));
    await reader.wait;
    await vi.waitFor(() => expect(sent).toHaveLength(2));
    expect(sent).toEqual([
      `notify log_events, '${at(1)} hours'; notify log_events_hours, '${at(1)} hours'`,
      `notify log_events, '${at(2)} agenda'; notify log_events_agenda, '${at(2)} agenda'`,
    ]);
  });

  it('wakes a reader of some streams for these alone, whoever appended', async () => {
    const { notifier, woken, receive } = await givenNotifier();
    const [everything, hours, others] = [woken(), woken('hours', 'service-'), woken('customer-')];
    notifier.appended('agenda-2026-11-20', at(1));
    notifier.appended('booking-1', at(2));
    await everything.wait;
    receive(`${at(3)} booking`);
    expect(hours.state.isWoken).toBe(false);
    receive(`${at(4)} service`);
    await hours.wait;
    expect(notifier.latest(['hours', 'service-'])).toBe(at(4));
    expect(others.state.isWoken).toBe(false);
    expect(notifier.latest(['customer-'])).toBe('');
  });

  it('wakes everybody for a notification that names no category', async () => {
    const { notifier, woken, receive } = await givenNotifier();
    const hours = woken('hours');
    receive(at(7));
    await hours.wait;
    expect(notifier.latest(['hours'])).toBe(at(7));
  });
});

describe('the SQL of a notification', () => {
  const payloadsOf = (sql: string) =>
    [...sql.matchAll(/notify (\w+), '([^']*)'/g)].map(([, ...parts]) => parts);

  it('reaches those who need all streams, and those who need its category', () => {
    const notice = { position: at(1), category: 'agenda' };
    const sent = payloadsOf(notifySql(notice));
    expect(sent.map(([channel]) => channel)).toEqual(['log_events', 'log_events_agenda']);
    for (const [, payload = ''] of sent) expect(notificationOf(payload)).toEqual(notice);
  });

  it('is about all streams when it can not name the category', () => {
    const position = at(1);
    for (const category of ["it's", 'two words', '']) {
      expect(notifySql({ position, category })).toBe(`notify log_events, '${position}'`);
    }
    expect(notificationOf(position)).toEqual({ position, category: '' });
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
    for (const payload of ['', 'hello', `x${at(1)}`]) expect(notificationOf(payload)).toBeUndefined();
  });
});

describe('the latest position that was notified', () => {
  it('is found by any prefix that a stream of the category may begin with', () => {
    const positions = createLatestPositions();
    positions.note({ position: at(3), category: 'agenda' });
    for (const prefix of ['', 'agenda', 'agenda-', 'agenda-2026', 'ag']) {
      expect(positions.latest([prefix]), prefix).toBe(at(3));
    }
    for (const prefix of ['agendas-', 'booking-']) expect(positions.latest([prefix]), prefix).toBe('');
  });

  it('never goes back', () => {
    const positions = createLatestPositions();
    positions.note({ position: at(3), category: 'agenda' });
    positions.note({ position: at(2), category: '' });
    expect([positions.latest(), positions.latest(['agenda']), positions.latest(['hours'])]).toEqual([
      at(3),
      at(3),
      at(2),
    ]);
  });
});
