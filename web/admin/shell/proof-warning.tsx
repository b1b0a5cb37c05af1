import { getProofWarning } from '../../../src/contracts/system/proof-warning.ts';
import { call } from '../../api.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { defineQuery } from '../data/query.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';

const WARNING = defineQuery({
  name: 'proof warning',
  about: () => [],
  load: (_input: 'now', { after: _, ...options }) => call(getProofWarning, options),
});
/** Proofs are made at night, without an event that would announce them. */
const LOOK_AGAIN_MS = 300_000;

const Banner = lazyPart(async () => (await import('./proof-banner.tsx')).ProofBanner);

/** Warns while the last proof has found something wrong. */
export function ProofWarning() {
  const { data } = useAdminQuery(WARNING, 'now', { againAfterMs: () => LOOK_AGAIN_MS });
  return data?.failed && <Banner />;
}
