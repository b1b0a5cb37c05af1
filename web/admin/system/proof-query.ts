import { useEffect, useRef } from 'react';
import { getProof, type ProofState } from '../../../src/contracts/system/proof.ts';
import { call } from '../../api.ts';
import { defineQuery } from '../data/query.ts';
import { useServerState } from '../data/server-state-context.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';

const PROOF = defineQuery({
  name: 'proof',
  about: () => [],
  load: (_input: 'last', { after: _, ...options }) => call(getProof, options),
});

/** No event announces a proof. While one is under way, people watch it. */
const againAfterMs = (state: ProofState | undefined) => (state?.running ? 1_000 : 300_000);

/** Asks anew whether the admin area has to warn, once another proof has ended. */
function useFreshWarning(at: string | undefined): void {
  const { client } = useServerState();
  const known = useRef(at);
  useEffect(() => {
    if (at === known.current) return;
    known.current = at;
    void client.invalidateQueries({ queryKey: ['proof warning'] });
  }, [at, client]);
}

/** The last proof that the records are right, and the one under way. */
export function useProof() {
  const proof = useAdminQuery(PROOF, 'last', { againAfterMs });
  useFreshWarning(proof.data?.last?.at);
  return proof;
}
