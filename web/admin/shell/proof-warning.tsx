import { CircleAlert } from 'lucide-react';
import { Link } from 'react-router-dom';
import { getProofWarning } from '../../../src/contracts/system/proof-warning.ts';
import { call } from '../../api.ts';
import { defineQuery } from '../data/query.ts';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { SYSTEM } from '../ui/settings-address.ts';

const WARNING = defineQuery({
  name: 'proof warning',
  roles: getProofWarning.roles,
  about: () => [],
  load: (_input: 'now', { after: _, ...options }) => call(getProofWarning, options),
});
/** Proofs are made at night, without an event that would announce them. */
const LOOK_AGAIN_MS = 300_000;

/** Warns while the last proof has found something wrong, and leads to what it is. */
export function ProofWarning() {
  const { data } = useAdminQuery(WARNING, 'now', {
    againAfterMs: () => LOOK_AGAIN_MS,
  });
  if (!data?.failed) return null;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-bad/25 bg-bad-tint px-4 py-2 text-sm text-bad sm:px-6 lg:px-10 print:hidden"
    >
      <CircleAlert aria-hidden="true" className="size-4 shrink-0" />
      <p className="min-w-0 flex-1 basis-56">
        <span className="font-medium">The last check found a mistake in the salon’s records.</span> Something
        that you see may be wrong.
      </p>
      <Link
        to={SYSTEM}
        className="inline-flex min-h-8 items-center font-medium underline underline-offset-4 pointer-coarse:min-h-11"
      >
        See what was found
      </Link>
    </div>
  );
}
