import { expect, it } from 'vitest';
import { CloudEvent } from '../../src/contracts/change-feed.ts';
import { eventually } from '../support/machine/eventually.ts';
import { expectProblem } from '../support/network/http.ts';
import { confirmBooking } from '../support/staff/server-staff.ts';
import { bodyOf, givenSalonWithWebhooks } from '../support/webhooks/given-webhooks.ts';
import { answering, BAD, verified } from '../support/webhooks/receiver.ts';

/** Webhooks over HTTP, with a program that receives events. */

const given = givenSalonWithWebhooks();

it('sends what happens, in order, as signed CloudEvents, and notes each delivery', async () => {
  const { receiver, made, shown, deliveries } = await given.webhook({ types: ['appointment.*'] });
  expect(made).toMatchObject({ state: 'working', types: ['appointment.*'], version: 1, last_delivery: null });
  const { id } = await given.booked();
  await confirmBooking(given.salon, id);
  await eventually(() =>
    expect(receiver.types()).toEqual(['appointment.requested', 'appointment.confirmed']),
  );
  for (const one of receiver.received) {
    expect(one.headers).toMatchObject({
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'webhook-id': one.event.id,
    });
    expect(CloudEvent.parse(verified(one, made.secret))).toMatchObject({ subject: id });
    expect(() =>
      verified({ ...one, body: one.body.replace('appointment', 'service') }, made.secret),
    ).toThrow();
    expect(one.body).not.toMatch(/\bAda\b|Lovelace|\(925\)|example\.com/);
  }
  const { deliveries: noted } = await eventually(async () => {
    const found = await deliveries();
    expect(found.deliveries).toHaveLength(2);
    return found;
  });
  expect(noted).toEqual(
    receiver.received.toReversed().map(({ event }) => ({
      event_id: event.id,
      type: event.type,
      attempt: 1,
      at: expect.any(String),
      status: 204,
      failure: null,
      duration_ms: expect.any(Number),
    })),
  );
  expect(await shown()).toMatchObject({ state: 'working', last_delivery: noted[0] });
  const first = await deliveries('?limit=1');
  expect(first.deliveries).toEqual(noted.slice(0, 1));
  expect(await deliveries(`?limit=1&cursor=${first.next_cursor}`)).toEqual({
    deliveries: noted.slice(1),
    next_cursor: null,
  });
});

it('sends nothing once the answer to a removal or a pause is there, though a delivery was under way', async () => {
  const paused = await given.webhook({ types: ['appointment.*'] });
  const removed = await given.webhook({ types: ['appointment.*'] });
  for (const { receiver } of [paused, removed]) receiver.behaves(BAD.hangs);
  const { id } = await given.booked();
  for (const { receiver } of [paused, removed])
    await eventually(() => expect(receiver.received).toHaveLength(1));
  bodyOf(await given.staff.patch(paused.path, { paused: true }));
  bodyOf(await given.staff.delete(removed.path), 204);
  for (const { receiver } of [paused, removed]) receiver.behaves(answering(204));
  const control = await given.webhook({ types: ['appointment.*'] });
  await confirmBooking(given.salon, id);
  await eventually(() => expect(control.receiver.types()).toEqual(['appointment.confirmed']));
  for (const { receiver } of [paused, removed]) expect(receiver.received).toHaveLength(1);
  expectProblem(await given.staff.get(removed.path), 'not-found');
  expectProblem(await given.staff.get(`${removed.path}/deliveries`), 'not-found');
  // Once more, as after an answer that was lost.
  bodyOf(await given.staff.delete(removed.path), 204);

  bodyOf(await given.staff.patch(paused.path, { paused: false }));
  await eventually(() =>
    expect(paused.receiver.types()).toEqual([
      'appointment.requested',
      'appointment.requested',
      'appointment.confirmed',
    ]),
  );
});
