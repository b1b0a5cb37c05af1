// Slow because two processes send to unreliable receivers, again and again.
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/machine/eventually.ts';
import { ALL_TESTS } from '../support/run/all-tests.ts';
import { runOf } from '../support/salon/test-salon.ts';
import { givenDatabase } from '../support/server/postgres.ts';
import { answering, BAD, type Behaviour, endless, startReceiver } from '../support/webhooks/receiver.ts';
import { decidedBy, givenSenders } from '../support/webhooks/senders-world.ts';

/** Processes that send to webhooks over real connections, with real tables and unreliable receivers. */

const database = givenDatabase();
beforeEach(async () => {
  await database.pool.query('truncate webhooks, webhook_secrets, webhook_deliveries');
});

async function givenReceiver(behaviour: Behaviour = answering(204)) {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  receiver.behaves(behaviour);
  return receiver;
}

const GOOD = { accepts: answering(200), endless };
const BEHAVIOURS: Readonly<Record<string, Behaviour>> = { ...GOOD, ...BAD };
/** Some receivers never answer. */
const HASTY = { patienceMs: 150 };

it('delivers every event at least once and in order, whatever the receiver does and whichever senders are killed', async () => {
  const plan = fc.record({
    /** The receiver's answers, one for each request; afterwards it accepts all. */
    behaviours: fc.array(fc.constantFrom(...Object.keys(BEHAVIOURS)), { maxLength: 8 }),
    /** Each number of requests after which one of the two senders is killed and another one started. */
    kills: fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
    before: fc.integer({ min: 0, max: 4 }),
    meanwhile: fc.integer({ min: 1, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(plan, async ({ behaviours, kills, before, meanwhile }) => {
      const senders = givenSenders(database);
      const receiver = await givenReceiver();
      let under = 0;
      let most = 0;
      receiver.behaves((response, request) => {
        under += 1;
        most = Math.max(most, under);
        response.on('close', () => {
          under -= 1;
        });
        (BEHAVIOURS[behaviours[receiver.received.length - 1] ?? ''] ?? GOOD.accepts)(response, request);
      });
      await senders.record('BookingCancelled');
      const id = await senders.make(receiver.url);
      const running = [senders.start(HASTY), senders.start(HASTY)];
      for (let n = 0; n < before; n += 1) await senders.record('BookingConfirmed');
      for (const requests of kills) {
        void eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(requests), {
          timeout: 3_000,
        })
          .catch(() => {})
          .then(() => running.shift()?.());
        running.push(senders.start(HASTY));
      }
      for (let n = 0; n < meanwhile; n += 1) await senders.record('BookingConfirmed');
      const head = await senders.log.head();
      await eventually(async () => expect((await senders.row(id)).position).toBe(head));

      const events = await idsOf(senders.log);
      const order = receiver.ids().map((event) => events.indexOf(event));
      // Each is tried until it is accepted, and only then the next one.
      expect(order).toEqual(order.toSorted((a, b) => a - b));
      expect([...new Set(order)]).toEqual(events.map((_, index) => index).slice(1));
      // One at a time, except for a request that was cut off: the other side may notice that a moment late.
      expect(most).toBeLessThanOrEqual(2);
      await Promise.all(running.map((end) => end()));
      await senders.commands.remove(id, decidedBy(runOf({ key: randomUUID(), command: 'remove-webhook' })));
    }),
    { numRuns: ALL_TESTS ? 40 : 4, endOnFailure: true },
  );
});

/** The ids of all events, in order. */
async function idsOf(log: ReturnType<typeof givenSenders>['log']): Promise<readonly string[]> {
  const ids: string[] = [];
  const reading = new AbortController();
  for await (const batch of log.subscribe({ from: '', signal: reading.signal })) {
    ids.push(...batch.events.map(({ id }) => id));
    if (batch.caughtUp) break;
  }
  reading.abort();
  return ids;
}

it.each(['removed', 'paused', 'given another address'] as const)(
  'sends nothing there once an address was %s, by none of two processes, though it was sending',
  async (how) => {
    const senders = givenSenders(database);
    const behaviour: Behaviour = (response) => void setTimeout(() => response.writeHead(204).end(), 20);
    const [receiver, control, other] = [
      await givenReceiver(behaviour),
      await givenReceiver(),
      await givenReceiver(),
    ];
    const id = await senders.make(receiver.url);
    await senders.make(control.url);
    senders.start();
    senders.start();
    const recording = (async () => {
      for (let n = 0; n < 60; n += 1) await senders.record('BookingConfirmed');
    })();
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(3));
    const run = decidedBy(runOf({ key: randomUUID(), command: 'change-webhook' }));
    if (how === 'removed') await senders.commands.remove(id, run);
    else await senders.commands.change(id, how === 'paused' ? { paused: true } : { url: other.url }, run);
    const atTheAnswer = receiver.received.length;
    await recording;
    await senders.record('BookingDeleted');
    const last = (await idsOf(senders.log)).at(-1);
    await eventually(() => expect(control.ids()).toContain(last));
    expect(receiver.received).toHaveLength(atTheAnswer);
    if (how === 'given another address') await eventually(() => expect(other.ids()).toContain(last));
  },
);

it('lets two people wait for the same delivery: the second one too has the answer only when nothing is sent any more', async () => {
  const senders = givenSenders(database);
  let open = 0;
  const receiver = await givenReceiver((response) => {
    open += 1;
    response.on('close', () => {
      open -= 1;
    });
  });
  const id = await senders.make(receiver.url);
  senders.start();
  await senders.record('BookingConfirmed');
  await eventually(() => expect(open).toBe(1));
  const pausing = senders.commands.change(
    id,
    { paused: true },
    decidedBy(runOf({ key: randomUUID(), command: 'change' })),
  );
  await eventually(async () => expect(await senders.row(id)).toMatchObject({ paused_why: 'staff' }));
  await senders.commands.remove(id, decidedBy(runOf({ key: randomUUID(), command: 'remove' })));
  await eventually(() => expect(open).toBe(0), { timeout: 20_000 });
  await pausing;
});

it('is paused after three days of failures, with all events still to come, and goes on from there', async () => {
  const senders = givenSenders(database);
  const receiver = await givenReceiver(answering(503, { 'Retry-After': '1' }));
  const id = await senders.make(receiver.url);
  const end = senders.start();
  await senders.record('BookingConfirmed', 'BookingCancelled');
  await eventually(async () => expect(await senders.row(id)).toMatchObject({ paused_why: 'failing' }));
  const { paused_at: paused, failing_since: since, position } = await senders.row(id);
  expect(paused.getTime() - since.getTime()).toBeGreaterThanOrEqual(72 * 3_600_000);
  expect(new Set(receiver.ids()).size).toBe(1);
  expect(receiver.received.length).toBeGreaterThanOrEqual(9);
  expect(receiver.received.length).toBeLessThanOrEqual(12);
  const { rows } = await database.pool.query('select attempt, status from webhook_deliveries order by id');
  expect(rows).toEqual(receiver.received.map((_, index) => ({ attempt: index + 1, status: 503 })));
  receiver.behaves(answering(204));
  await senders.commands.change(
    id,
    { paused: false },
    decidedBy(runOf({ key: randomUUID(), command: 'change-webhook' })),
  );
  expect(await senders.row(id)).toMatchObject({ position, failed_tries: 0, paused_at: null });
  await eventually(() =>
    expect(receiver.types().slice(-2)).toEqual(['appointment.confirmed', 'appointment.cancelled']),
  );
  await end();
});

it('sends nothing from a copy of a database until staff let it', async () => {
  const senders = givenSenders(database);
  const receiver = await givenReceiver();
  await senders.make(receiver.url);
  senders.clock.isCopy = true;
  senders.start();
  await senders.record('BookingConfirmed');
  await eventually(() => expect(senders.clock.looks).toBeGreaterThan(5));
  expect(receiver.received).toEqual([]);
  senders.clock.isCopy = false;
  await eventually(() => expect(receiver.types()).toEqual(['appointment.confirmed']));
});

it('never passes over an event of a later release', async () => {
  const senders = givenSenders(database);
  const receiver = await givenReceiver();
  const id = await senders.make(receiver.url);
  const position = await senders.record('BookingConfirmed');
  await senders.record('BookingPainted', 'BookingCancelled');
  senders.start();
  await eventually(() =>
    expect(senders.clock.warned).toContain('Events could not be read for a webhook; another try follows.'),
  );
  expect(receiver.types()).toEqual(['appointment.confirmed']);
  expect(await senders.row(id)).toMatchObject({ position });
});

it('fails, without sending, when the secret can no longer be read', async () => {
  const senders = givenSenders(database);
  const receiver = await givenReceiver();
  const id = await senders.make(receiver.url);
  await database.pool.query(String.raw`update webhook_secrets set box = '\x00'`);
  senders.start();
  await senders.record('BookingConfirmed');
  await eventually(async () => {
    const { rows } = await database.pool.query('select failure from webhook_deliveries');
    expect(rows[0]).toEqual({ failure: 'secret' });
  });
  expect(receiver.received).toEqual([]);
  expect(await senders.row(id)).toMatchObject({ failed_tries: expect.any(Number) });
});
