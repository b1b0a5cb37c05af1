import type { Pool } from 'pg';
import { getProof, startProof } from '../../contracts/system/proof.ts';
import type { Guard } from '../../http/operation/caller.ts';
import type { Mount } from '../../http/operation/operation.ts';
import { proofState } from './proofs.ts';
import { askFor } from './tasks.ts';

interface SystemRoutesDeps {
  readonly on: Mount<{ admin: Guard<'admin'> }>;
  readonly pool: Pool;
  namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  now(): Date;
}

/** What staff see and do about the service itself. */
export function systemRoutes({ on, pool, namesOf, now }: SystemRoutesDeps): void {
  on(getProof, async () => ({ body: await proofState(pool, namesOf) }));

  on(startProof, async ({ caller: { userId } }) => {
    await askFor(pool, 'proof', { askedBy: userId, now: now() });
    return { body: await proofState(pool, namesOf) };
  });
}
