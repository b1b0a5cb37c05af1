import { describe, expect, it } from 'vitest';
import { admissionWorld, codeOf, ELSEWHERE } from '../support/admission-world.ts';

describe('while all visitors book far more than usual', () => {
  const RUSH = { bookingsLastHour: 20, usualPerHour: 1 };

  it('everybody proves work', async () => {
    const world = admissionWorld({ site: RUSH });
    expect(await codeOf(world.book())).toBe('proof-required');
    await world.bookWithProof();
  });

  it('what the read model has not seen counts already, and no refusal does', async () => {
    const world = admissionWorld({ site: { ...RUSH, bookingsLastHour: 18 } });
    await world.book();
    await world.book({ sender: ELSEWHERE });
    for (let time = 0; time < 5; time += 1) expect(await codeOf(world.book())).toBe('proof-required');
    world.secondsLater(15);
    await world.book();
  });

  it('attempts of one sender that are refused count against nobody else, not even for a moment', async () => {
    const world = admissionWorld();
    const flood = Array.from({ length: 100 }, () => codeOf(world.book({ minutes: 721 })));
    const visitors = Array.from({ length: 20 }, (_, index) =>
      world.book({ sender: { kind: 'customer', address: `visitor ${index}` }, minutes: 15 }),
    );
    await Promise.all(visitors);
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['suspicious-booking']));
  });

  it('nobody books more than 7 200 minutes in an hour, and the attempts of a second are seen at once', async () => {
    const world = admissionWorld({ site: { unconfirmedMinutes: 2_400 } });
    const attempts = Array.from({ length: 200 }, (_, index) =>
      world.bookWithProof({ sender: { kind: 'customer', address: `bot ${index}` }, minutes: 240 }),
    );
    const outcomes = await Promise.allSettled(attempts);
    const admitted = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(admitted).toBeGreaterThan(0);
    expect(admitted).toBeLessThanOrEqual(20);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'suspicious-booking' });
  });
});
