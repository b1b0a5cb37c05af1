import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CommandRun } from '../../src/eventsourcing/streams/event-streams.ts';
import { createCommandRunner } from '../../src/http/operation/command-runner.ts';
import { requested } from '../support/booking/booking-facts.ts';
import { memoryEventStore } from '../support/log/memory-event-store.ts';
import { createTestSalon } from '../support/salon/test-salon.ts';

const SECRET = randomBytes(32);
const KEY = 'an-idempotency-key-0123456789';
const STREAM = 'booking-4b4f6c0e-6a35-4c0e-9f5d-2f1c7a0e5d43';
const BODY = { name: 'Ada Lovelace', phone: '(925) 555-0100' };

const runs = createCommandRunner(SECRET);
const send = <T>(work: (run: CommandRun) => Promise<T>, changes: { body?: object; key?: string } = {}) =>
  runs(
    { correlationId: 'caller' },
    {
      command: 'confirm-booking',
      subject: undefined,
      actor: { kind: 'customer' },
      body: BODY,
      key: KEY,
      ifVersion: undefined,
      deadlineMs: 5_000,
      ...changes,
    },
    work,
  );
const hashOf = (changes: { body?: object; key?: string } = {}) =>
  send(async ({ context }) => context.requestHash, changes);

it('hashes equal requests alike, in any order of their fields, and other requests otherwise', async () => {
  const reordered = { phone: BODY.phone, name: BODY.name };
  expect(await hashOf({ body: reordered })).toBe(await hashOf());
  expect(await hashOf({ body: { ...BODY, name: 'Ada' } })).not.toBe(await hashOf());
});

it('hashes a request with its idempotency key, so that a guess of the body can not be confirmed without it', async () => {
  expect(await hashOf({ key: 'another-idempotency-key-0123' })).not.toBe(await hashOf());
});

const confirm = (salon: ReturnType<typeof createTestSalon>) => (run: CommandRun) =>
  salon.bookingStreams.handle(STREAM, () => ({ kind: 'ConfirmBooking' }), run);

it('records nothing but the hash of the request in the metadata of its events', async () => {
  const log = memoryEventStore();
  const salon = createTestSalon(log);
  await salon.bookingStreams.append(
    await salon.bookingStreams.load(STREAM),
    [requested()],
    await send(async ({ context }) => ({ ...context, commandId: 'c2f4b6c8-6a35-5c0e-9f5d-2f1c7a0e5d43' })),
  );
  await send(confirm(salon));
  const [, event] = await log.read(STREAM);
  expect(Object.keys(event?.metadata ?? {}).sort()).toEqual(
    'actor at causationId commandId correlationId requestHash schemaVersion'.split(' '),
  );
  expect(JSON.stringify({ ...event, revision: undefined })).not.toContain(KEY);
});
