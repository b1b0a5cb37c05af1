import type { Pool } from 'pg';
import { getProof, startProof } from '../contracts/system/proof.ts';
import { getProofWarning } from '../contracts/system/proof-warning.ts';
import { askFor } from '../features/system/tasks.ts';
import type { NamesOf } from '../http/operation/caller.ts';
import type { Mount } from '../http/operation/operation.ts';
import { hasProofFailed, proofState } from './last-proof.ts';

interface ProofRoutesDeps {
  readonly on: Mount;
  readonly pool: Pool;
  readonly namesOf: NamesOf;
  now(): Date;
}

/** Lets staff see the last proof and ask for one; the warning is the banner on every screen of theirs. */
export function proofRoutes({ on, pool, namesOf, now }: ProofRoutesDeps): void {
  on(getProof, async () => ({ body: await proofState(pool, namesOf) }));

  on(startProof, async ({ caller: { userId } }) => {
    await askFor(pool, 'proof', { askedBy: userId, now: now() });
    return { body: await proofState(pool, namesOf) };
  });

  on(getProofWarning, async () => ({ body: { failed: await hasProofFailed(pool) } }));
}
