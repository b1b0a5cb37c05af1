import { type ReactNode, useState } from 'react';
import type { Change } from '../../../src/contracts/problem.ts';
import { ApiError } from '../../api.ts';
import { type ComparedField, ConflictNotice, differencesOf } from './conflict-notice.tsx';

/**
 * For a form about a thing that somebody else may change meanwhile. Saving then says so, and what was typed stays.
 *
 * - `base` is the thing that was opened, or theirs once the person has taken it over
 * - `seenOf` is the thing whose version saving may replace: once the person has seen the conflict, the current one
 * - `isConflict` tells whether saving failed because somebody was faster, and then shows the notice
 * - `notice` must be rendered in the form
 *
 * @param opened the thing as it was opened; undefined for a new one
 * @param current as it is now; undefined for a new one, and after it was removed
 */
export function useConflict<Thing extends object, Opened extends Thing | undefined>({
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
  const [changes, setChanges] = useState<readonly Change[] | null>(null);
  const notice: ReactNode = changes && base && (
    <ConflictNotice
      changes={changes}
      differences={current ? differencesOf(fields, base, current) : []}
      onTakeTheirs={() => {
        if (current) {
          setBase(current);
          setChanges(null);
        }
        onTakeTheirs(current);
      }}
    />
  );
  return {
    base,
    seenOf: (base: Thing): Thing => (changes && current ? current : base),
    isConflict(error: unknown): boolean {
      if (!(error instanceof ApiError) || error.code !== 'stale') return false;
      setChanges(error.changes);
      return true;
    },
    notice,
  };
}
