import type { Pool } from 'pg';
import type { z } from 'zod';
import { withTransaction } from '../../../adapters/postgres/pool.ts';
import type { NewApiKey } from '../../../contracts/accounts/api-keys.ts';
import type { Connection } from '../../../contracts/settings/connections.ts';
import type { CommandRun } from '../../../eventsourcing/streams/event-streams.ts';
import { refuse } from '../../../http/refusal.ts';
import type { RecordAccess } from '../../connections/events.ts';
import type { PrepareAnnouncement } from '../mails/connection-announcements.ts';
import { addApiKey, apiKeyById, listApiKeys, newApiKey, revokeApiKey } from './stored-keys.ts';

interface ApiKeysDeps {
  readonly pool: Pool;
  readonly record: RecordAccess;
  readonly prepareAnnouncement: PrepareAnnouncement;
  now(): Date;
}

type By = Parameters<PrepareAnnouncement>[0];
type From = Parameters<PrepareAnnouncement>[1];

export type ApiKeys = ReturnType<typeof createApiKeys>;

/** Decisions of administrators about the keys of other programs. */
export function createApiKeys({ pool, record, prepareAnnouncement, now }: ApiKeysDeps) {
  const about = (connectionId: string, name: string) =>
    ({ connectionId, kind: 'api_key', personal: { name } }) as const;

  return {
    /** All keys that work, the newest first. */
    listed: () => listApiKeys(pool),

    list: async (): Promise<readonly Connection[]> =>
      (await listApiKeys(pool)).map(({ id, name, createdAt, createdBy }) => ({
        kind: 'api_key',
        id,
        name,
        made_at: createdAt.toISOString(),
        made_by: createdBy,
      })),

    /** @throws Refused `api-key-shown` for a repeated request: nobody has its key any more, so it can't be shown again */
    async make(
      { name, areas, access }: z.output<typeof NewApiKey>,
      by: By,
      from: From,
      run: CommandRun,
    ): Promise<{ readonly id: string; readonly key: string }> {
      const { key, hash } = newApiKey();
      const id = run.context.commandId;
      if (await apiKeyById(pool, id)) throw refuse('api-key-shown');
      const announce = await prepareAnnouncement(by, from);
      await record({ type: 'ConnectionMade', data: about(id, name) }, run);
      await withTransaction(pool, async (db) => {
        const { userId } = by;
        const mayWrite = access === 'write';
        const isNew = await addApiKey(db, { id, userId, name, hash, areas, mayWrite, createdAt: now() });
        // Another process has just made it.
        if (!isNew) throw refuse('api-key-shown');
        await announce(db, 'api-key-made', id);
      });
      return { id, key };
    },

    /** May be repeated. @throws Refused `not-found` if there has never been such a key */
    async revoke(
      id: string,
      { caller, from, run }: { readonly caller: By; readonly from: From; readonly run: CommandRun },
    ): Promise<void> {
      const known = await apiKeyById(pool, id);
      if (!known) throw refuse('not-found');
      if (!known.works) return;
      const announce = await prepareAnnouncement(caller, from);
      await record({ type: 'ConnectionRevoked', data: about(id, known.name) }, run);
      await withTransaction(pool, async (db) => {
        if (await revokeApiKey(db, id)) await announce(db, 'api-key-revoked', id);
      });
    },
  };
}
