import type { Pool } from 'pg';
import { listApiKeys, makeApiKey, revokeApiKey } from '../../../contracts/accounts/api-keys.ts';
import { requireFresh } from '../../../http/operation/caller.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import { refuse } from '../../../http/refusal.ts';
import { addApiKey, newApiKey, revokeApiKey as revoke, listApiKeys as storedKeys } from './stored-keys.ts';

interface ApiKeyRoutesDeps {
  readonly on: Mount;
  readonly pool: Pool;
  readonly now: () => Date;
}

/** Routes by which administrators see, make and revoke the keys of other programs. */
export function apiKeyRoutes({ on, pool, now }: ApiKeyRoutesDeps): void {
  on(listApiKeys, async () => ({
    body: (await storedKeys(pool)).map(({ id, name, areas, mayWrite, createdAt, createdBy, lastUsedAt }) => ({
      id,
      name,
      areas: [...areas],
      access: mayWrite ? ('write' as const) : ('read' as const),
      created_at: createdAt.toISOString(),
      created_by: createdBy,
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
  }));

  on(makeApiKey, async ({ caller, body: { name, areas, access }, run }) => {
    requireFresh(caller, now());
    const { key, hash } = newApiKey();
    // A request that is repeated with its Idempotency-Key has the same id. Its key can't be shown again, since nobody has it.
    const id = run.context.commandId;
    const isNew = await addApiKey(pool, {
      id,
      userId: caller.userId,
      name,
      hash,
      areas,
      mayWrite: access === 'write',
      createdAt: now(),
    });
    if (!isNew) throw refuse('api-key-shown');
    return { body: { id, key } };
  });

  on(revokeApiKey, async ({ params: { id } }) => {
    if (!(await revoke(pool, id))) throw refuse('not-found');
  });
}
