import {
  type Connection,
  type ConnectionKind,
  listConnections,
  revokeConnections,
} from '../../contracts/settings/connections.ts';
import type { CommandRun } from '../../eventsourcing/streams/event-streams.ts';
import type { Caller } from '../../http/operation/caller.ts';
import type { Mount } from '../../http/operation/operation.ts';

interface Revoking {
  readonly caller: Extract<Caller, { readonly kind: 'admin'; readonly sessionId: string }>;
  readonly from: { readonly address: string };
  readonly run: CommandRun;
}

/** The connections of one kind. */
interface ConnectionStore {
  list(): Promise<readonly Connection[]>;
  /** Records that it ends, and ends it. May be repeated. */
  revoke(id: string, by: Revoking): Promise<unknown>;
}

interface ConnectionRoutesDeps {
  readonly on: Mount;
  readonly stores: Readonly<Record<ConnectionKind, ConnectionStore>>;
}

/** Routes by which administrators see everything that works without signing in, and revoke it at once. */
export function connectionRoutes({ on, stores }: ConnectionRoutesDeps): void {
  const all = async () =>
    (await Promise.all(Object.values(stores).map((store) => store.list())))
      .flat()
      .toSorted((a, b) => (a.made_at < b.made_at ? 1 : -1));

  on(listConnections, async () => ({ body: { connections: await all() } }));

  on(revokeConnections, async ({ body: { keep }, caller, from, run }) => {
    const by = { caller, from, run: { ...run, ifVersion: undefined } };
    const kept = new Set(keep);
    const ended = (await all()).filter(({ id }) => !kept.has(id));
    await Promise.all(ended.map(({ kind, id }) => stores[kind].revoke(id, by)));
    return { body: { connections: await all() } };
  });
}
