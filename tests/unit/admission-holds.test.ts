import { describe, expect, it } from 'vitest';
import {
  admissionWorld,
  codeOf,
  ELSEWHERE,
  HOME,
  household,
  recently,
  refusalOf,
  sourceOf,
} from '../support/booking/admission-world.ts';

describe('a hold', () => {
  it('counts for its sender, its date and the site', async () => {
    const { hold, counted } = admissionWorld();
    await hold('a');
    expect(counted()).toEqual({
      'live holds': 1,
      'live holds 192.0.2.1': 1,
      'holds 192.0.2.1': 1,
      'holds 192.0.2.1 2026-11-24': 1,
    });
  });

  it('is the third at most that a sender has, until one is over, given back or replaced', async () => {
    const world = admissionWorld();
    for (const holdId of ['a', 'b', 'c']) await world.hold(holdId);
    expect(await refusalOf(world.hold('d'))).toMatchObject({
      code: 'too-many-requests',
      retryAfterSeconds: 600,
    });
    await world.hold('e', { replaces: 'a' });
    await world.admission.refundHold({ holdId: 'a', sender: HOME });
    expect(await codeOf(world.hold('d'))).toBe('too-many-requests');
    await world.admission.refundHold({ holdId: 'b', sender: HOME });
    await world.hold('d');
    world.secondsLater(599);
    expect(await codeOf(world.hold('f'))).toBe('too-many-requests');
    world.secondsLater(1);
    await world.hold('f');
  });

  it('counts no more once a rule has refused it, and nothing when it is refused', async () => {
    const world = admissionWorld();
    await (await world.hold('a')).refund();
    expect(world.counted()).toEqual({});
    world.setAway(true);
    await expect(world.hold('b')).rejects.toThrow('no database');
    expect(world.counted()).toEqual({});
    world.setAway(false);
    expect(await codeOf(world.hold('c', { minutes: 721 }))).toBe('too-many-requests');
    expect(world.counted()).toEqual({});
  });

  it('counts once, however often its command is decided again', async () => {
    const world = admissionWorld();
    for (let time = 0; time < 50; time += 1) await world.hold('a');
    expect(new Set(Object.values(world.counted()))).toEqual(new Set([1]));
  });

  it('can be renewed thirty times in an hour, a hundred in a day and twenty for one date', async () => {
    const renew = async (times: number, dateOf: (time: number) => string, pause: number) => {
      const world = admissionWorld();
      for (let time = 0; time < times; time += 1) {
        await world.hold(`hold ${time}`, { date: dateOf(time), replaces: `hold ${time - 1}` });
        await world.admission.refundHold({ holdId: `hold ${time - 1}`, sender: HOME });
        world.secondsLater(pause);
      }
      return codeOf(world.hold('one more', { date: dateOf(times), replaces: `hold ${times - 1}` }));
    };
    const manyDates = (time: number) => `date ${time % 10}`;
    expect(await renew(30, manyDates, 1)).toBe('too-many-requests');
    expect(await renew(100, manyDates, 200)).toBe('too-many-requests');
    expect(await renew(20, () => 'date 1', 200)).toBe('too-many-requests');
  });

  it('holds no more than a salon day together with what is unconfirmed', async () => {
    const world = admissionWorld();
    world.tell({ minutes: 480 });
    world.tell({ minutes: 480, status: 'confirmed' });
    world.tell({ minutes: 480, source: sourceOf(ELSEWHERE) });
    await world.hold('a', { minutes: 120 });
    expect(await codeOf(world.hold('b', { minutes: 135 }))).toBe('too-many-requests');
    await world.hold('b', { minutes: 240, replaces: 'a' });
  });

  it('of staff is not counted', async () => {
    const world = admissionWorld();
    const byStaff = { sender: { ...HOME, kind: 'admin' } } as const;
    for (let time = 0; time < 10; time += 1) await world.hold(`hold ${time}`, byStaff);
    expect(world.counted()).toEqual({});
    await world.hold('a');
    await world.admission.refundHold({ holdId: 'a', ...byStaff });
    expect(world.counted()).toMatchObject({ 'live holds': 1 });
  });
});

describe('the holds of many', () => {
  it('of an IPv6 network of 48 bits are as many as those of two senders', async () => {
    const world = admissionWorld();
    for (let index = 0; index < 6; index += 1)
      await world.hold(`hold ${index}`, { sender: household(index) });
    expect(await codeOf(world.hold('one more', { sender: household(9) }))).toBe('too-many-requests');
    await world.admission.refundHold({ holdId: 'hold 3', sender: household(3) });
    await world.hold('one more', { sender: household(9) });
  });

  it('of two households are looked at one after the other, so that a refused one takes no room', async () => {
    const world = admissionWorld();
    world.tell({ minutes: 1_380, source: sourceOf(household(1)) });
    const both = [61, 60].map((minutes) =>
      world.hold(`${minutes} minutes`, { sender: household(minutes), minutes }),
    );
    const outcomes = (await Promise.allSettled(both)).map(({ status }) => status);
    expect(outcomes).toEqual(['rejected', 'fulfilled']);
  });

  it('that are refused to one sender count against nobody else, not even for a moment', async () => {
    const world = admissionWorld();
    const flood = Array.from({ length: 100 }, (_, index) =>
      codeOf(world.hold(`flood ${index}`, { minutes: 7_200 })),
    );
    const visitors = Array.from({ length: 20 }, (_, index) =>
      world.hold(`hold ${index}`, {
        sender: { kind: 'customer', address: `visitor ${index}` },
        minutes: 15,
      }),
    );
    await Promise.all(visitors);
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['too-many-requests']));
  });

  it('are fewer with what is unconfirmed of another household of the network', async () => {
    const world = admissionWorld();
    world.tell({ minutes: 1_400, source: sourceOf(household(1)) });
    await world.hold('a', { sender: household(2), minutes: 40 });
    expect(await codeOf(world.hold('b', { sender: household(3), minutes: 15 }))).toBe('too-many-requests');
  });

  it('are at most 7 200 minutes of all visitors, with what they booked in the last hour', async () => {
    const world = admissionWorld({ lastHour: [recently({ minutes: 6_000 })] });
    const bot = (index: number) => ({ kind: 'customer', address: `bot ${index}` }) as const;
    await world.hold('a', { sender: bot(1), minutes: 600 });
    await world.hold('b', { sender: bot(2), minutes: 600 });
    expect(await codeOf(world.hold('c', { sender: bot(3), minutes: 15 }))).toBe('too-many-requests');
    await world.hold('d', { sender: bot(2), minutes: 600, replaces: 'b' });
    await world.admission.refundHold({ holdId: 'b', sender: bot(2) });
    world.secondsLater(600);
    await world.hold('c', { sender: bot(3), minutes: 600 });
  });
});
