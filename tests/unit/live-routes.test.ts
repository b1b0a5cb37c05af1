import type { Pool } from 'pg';
import { expect, it } from 'vitest';
import { createOwnSince } from '../../projections/appointments/own-since.ts';
import { createMailbox } from '../../projections/history/live/mailbox.ts';
import { liveRoutes } from '../../projections/history/live/routes.ts';

type Handler = (request: object) => Promise<unknown>;

/** The handler as the routes mount it. */
function mounted(deps: Omit<Parameters<typeof liveRoutes>[0], 'on'>): Promise<Handler> {
  const { promise, resolve } = Promise.withResolvers<Handler>();
  liveRoutes({ ...deps, on: ((_: unknown, handler: Handler) => resolve(handler)) as never });
  return promise;
}

it('no seat is kept for a reader who left before the stream began', async () => {
  const hub = { join: async () => ({ position: '', mailbox: createMailbox() }) };
  const live = await mounted({ hub, ownSince: async () => new Set() });
  const join = (signal: AbortSignal) => live({ caller: { userId: 'ada' }, headers: {}, signal });
  for (let time = 0; time < 100; time += 1) await join(AbortSignal.abort());
  await expect(join(new AbortController().signal)).resolves.toBeDefined();
});

it('tells a stylist to load everything again while it is not known whose an appointment is', async () => {
  const mailbox = createMailbox();
  mailbox.put([{ kind: 'booking', id: 'somebody', position: '2' }], '2');
  const live = await mounted({
    hub: { join: async () => ({ position: '1', mailbox }) },
    ownSince: createOwnSince({} as Pool, { reached: async () => '1' }),
  });
  const request = { caller: { userId: 'ann', role: 'stylist', stylistId: 'first' }, headers: {} };
  const answer = await live({ ...request, signal: new AbortController().signal });
  const { body } = answer as { readonly body: AsyncGenerator<string> };
  expect((await body.next()).value).toMatch('event: ready');
  expect((await body.next()).value).toBe('id: 2\nevent: reset\ndata: {"position":"2"}\n\n');
});
