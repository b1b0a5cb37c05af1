import { expect, it } from 'vitest';
import type { LiveHub } from '../../projections/history/live/hub.ts';
import { liveRoutes } from '../../projections/history/live/routes.ts';

it('no seat is kept for a reader who left before the stream began', async () => {
  type Handler = (request: object) => Promise<unknown>;
  const { promise: mounted, resolve } = Promise.withResolvers<Handler>();
  const hub = { join: async () => ({ position: '', mailbox: {} }), leave: () => {} } as unknown as LiveHub;
  liveRoutes({
    on: ((_: unknown, handler: Handler) => resolve(handler)) as never,
    hub,
    ownSince: async () => new Set(),
  });
  const live = await mounted;
  const join = (signal: AbortSignal) => live({ caller: { userId: 'ada' }, headers: {}, signal });
  for (let time = 0; time < 100; time += 1) await join(AbortSignal.abort());
  await expect(join(new AbortController().signal)).resolves.toBeDefined();
});
