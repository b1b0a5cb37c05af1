import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api.ts';
import { type ComparedField, ConflictCallout, differencesOf } from './conflict-callout.tsx';

/**
 * For a form about a thing that somebody else may change meanwhile. Saving then says so, and what was typed stays.
 *
 * - `base` is the thing that was opened, or theirs once the person has taken it over
 * - `version` is what saving may replace: once the person has seen a conflict, the version that they were told of, so that what came
 *   after it is told as well
 * - `theirs` is the thing as it is now, once the person has seen a conflict
 * - `isConflict` tells whether saving failed because somebody was faster, and then shows the callout
 * - `callout` must be rendered in the form
 *
 * @param opened the thing as it was opened; undefined for a new one
 * @param current as it is now; undefined for a new one, and after it was removed
 */
export function useConflict<
  Thing extends { readonly version?: number | undefined },
  Opened extends Thing | undefined,
>({
  opened,
  current,
  fields,
  onTakeTheirs,
}: {
  opened: Opened;
  current: Thing | undefined;
  fields: readonly ComparedField<Thing>[];
  /** Shows the current values in place of what was typed. Called with undefined if the thing was removed. */
  onTakeTheirs: (theirs: Thing | undefined) => void;
}) {
  const [base, setBase] = useState<Opened | Thing>(opened);
  const [conflict, setConflict] = useState<ApiError | null>(null);
  const callout: ReactNode = conflict && base && (
    <ConflictCallout
      changes={conflict.changes}
      differences={current ? differencesOf(fields, base, current) : []}
      onTakeTheirs={() => {
        if (current) {
          setBase(current);
          setConflict(null);
        }
        onTakeTheirs(current);
      }}
    />
  );
  return {
    base,
    version: conflict?.version ?? base?.version,
    theirs: conflict ? current : undefined,
    isConflict(error: unknown): boolean {
      if (!(error instanceof ApiError) || error.code !== 'stale') return false;
      setConflict(error);
      return true;
    },
    callout,
  };
}
