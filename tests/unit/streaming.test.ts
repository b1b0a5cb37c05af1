import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { defineOperation } from '../../src/contracts/operation.ts';
import { LOG_START } from '../../src/eventsourcing/event-store.ts';
import { createRequestLimits } from '../../src/http/limits/request-limits.ts';
import { createCommandRunner } from '../../src/http/operation/command-runner.ts';
import { createOperations } from '../../src/http/operation/operation.ts';
import { createProjectionWait } from '../../src/http/operation/projected.ts';
import { whileNeeded } from '../../src/http/operation/streaming.ts';
import { refuse } from '../../src/http/refusal.ts';
import { served } from '../support/server/served-router.ts';
import { STAFF } from '../support/staff/staff-caller.ts';

const stream = (path: string, body: 'text/csv' | 'text/event-stream') =>
  defineOperation({
    method: 'get',
    path,
    summary: 'Made up for these tests',
    caller: 'admin',
    roles: 'owners',
    area: 'reports',
    answer: { status: 200, body },
  });
const getFile = stream('/api/file', 'text/csv');
const getEvents = stream('/api/events', 'text/event-stream');
const getNext = defineOperation({
  method: 'get',
  path: '/api/next',
  summary: 'Made up for these tests',
  caller: 'admin',
  roles: 'owners',
  area: 'reports',
  answer: { status: 200, body: z.object({ next: z.null() }) },
  waits: true,
});

function operations() {
  const draining = new AbortController();
  const guard = { isOpen: true };
  const admin = () => {
    if (!guard.isOpen) throw refuse('forbidden');
    return STAFF;
  };
  const { on, router } = createOperations({
    ownBookings: async () => new Set(),
    listed: [getFile, getEvents, getNext],
    guards: { admin },
    runCommand: createCommandRunner(randomBytes(32)),
    namesOf: async () => new Map(),
    streams: { draining: draining.signal, guards: { admin } },
    waitForProjection: createProjectionWait({ reached: async () => LOG_START, head: async () => LOG_START }),
    momentOf: async () => ({ moment: { position: '0'.repeat(32), as_of: null }, positions: [] }),
    limits: createRequestLimits(0),
  });
  return { on, router, draining, guard };
}

/** Pieces without an end, and how many of them were asked for. */
function endless(size: number) {
  const asked = { pieces: 0, isOver: false };
  async function* pieces() {
    try {
      for (;;) {
        asked.pieces += 1;
        yield 'x'.repeat(size);
      }
    } finally {
      asked.isOver = true;
    }
  }
  return { asked, body: pieces() };
}

it('makes no more pieces than the reader takes', async () => {
  const { on, router } = operations();
  const { asked, body } = endless(65_536);
  on(getFile, async () => ({ body, filename: 'all.csv' }));
  const ask = await served(router);
  const leaving = new AbortController();
  const { headers } = await ask('/api/file', { signal: leaving.signal });
  expect(headers.get('content-disposition')).toBe('attachment; filename="all.csv"');
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
  await expect.poll(() => asked.pieces).toBeGreaterThan(0);
  // Production stops once the buffers of the sockets are full, whatever their size.
  let before = -1;
  await expect
    .poll(
      () => {
        const isStill = before === asked.pieces;
        before = asked.pieces;
        return isStill;
      },
      { interval: 200 },
    )
    .toBe(true);
  expect(asked.pieces).toBeLessThan(2_000);
  leaving.abort();
  await expect.poll(() => asked.isOver, { message: 'nothing is left open' }).toBe(true);
});

it('cuts a file off that cannot be completed, so that nobody takes it for the whole', async () => {
  const { on, router, draining } = operations();
  async function* broken() {
    yield 'first\n';
    throw new Error('the store is away');
  }
  const { body } = endless(10);
  on(getFile, async () => ({ body: broken() }));
  on(getEvents, async () => ({ body }));
  const ask = await served(router);
  const file = await ask('/api/file');
  await expect(file.text()).rejects.toThrow();
  const events = await ask('/api/events');
  draining.abort();
  // A stream of events has no end that could be missed.
  expect((await events.text()).length).toBeGreaterThan(0);
});

it('ends once its reader is no longer admitted', async () => {
  const { on, router, guard } = operations();
  async function* waiting(signal: AbortSignal) {
    yield 'begun';
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  }
  on(getEvents, async ({ signal }) => ({ body: waiting(signal) }));
  const ask = await served(router);
  const events = await ask('/api/events');
  guard.isOpen = false;
  expect(await events.text()).toBe('begun');
  expect((await ask('/api/events')).status).toBe(403);
});

it('answers a request that waits once the service stops, but nobody who is no longer admitted', async () => {
  const { on, router, guard, draining } = operations();
  let begun = Promise.withResolvers<AbortSignal>();
  on(getNext, async ({ signal }) => {
    begun.resolve(signal);
    if (!signal.aborted)
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    return { body: { next: null } };
  });
  const ask = await served(router);
  const refused = ask('/api/next');
  await begun.promise;
  guard.isOpen = false;
  expect((await refused).status).toBe(403);

  guard.isOpen = true;
  begun = Promise.withResolvers();
  const answered = ask('/api/next');
  expect((await begun.promise).aborted).toBe(false);
  draining.abort();
  expect(await (await answered).json()).toEqual({ next: null });
});

it('ends within five seconds once its reader isn’t admitted any more', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  let isAdmitted = true;
  const given = Promise.withResolvers<AbortSignal>();
  const working = Promise.withResolvers<void>();
  onTestFinished(() => working.resolve());
  const life = {
    draining: new AbortController().signal,
    admit: async () => {
      if (!isAdmitted) throw refuse('forbidden');
    },
  };
  void whileNeeded({} as Request, new EventEmitter() as Response, life, (signal) => {
    given.resolve(signal);
    return working.promise;
  });
  const signal = await given.promise;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(signal.aborted).toBe(false);
  isAdmitted = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(signal.aborted).toBe(true);
});
