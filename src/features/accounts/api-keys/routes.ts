import { listApiKeys, makeApiKey, revokeApiKey } from '../../../contracts/accounts/api-keys.ts';
import { requireFresh } from '../../../http/operation/caller.ts';
import type { Mount } from '../../../http/operation/operation.ts';
import type { ApiKeys } from './commands.ts';

interface ApiKeyRoutesDeps {
  readonly on: Mount;
  readonly apiKeys: ApiKeys;
  readonly now: () => Date;
}

/** Routes by which administrators see, make and revoke the keys of other programs. */
export function apiKeyRoutes({ on, apiKeys, now }: ApiKeyRoutesDeps): void {
  on(listApiKeys, async () => ({
    body: (await apiKeys.listed()).map(({ id, name, areas, mayWrite, createdAt, createdBy, lastUsedAt }) => ({
      id,
      name,
      areas: [...areas],
      access: mayWrite ? ('write' as const) : ('read' as const),
      created_at: createdAt.toISOString(),
      created_by: createdBy,
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
  }));

  on(makeApiKey, async ({ caller, from, body, run }) => {
    requireFresh(caller, now());
    return { body: await apiKeys.make(body, caller, from, run) };
  });

  on(revokeApiKey, ({ params: { id }, ...by }) => apiKeys.revoke(id, by));
}
