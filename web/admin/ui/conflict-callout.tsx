import type { Change } from '../../../src/contracts/change.ts';
import { Callout } from '../../ui/callout.tsx';
import { AdminButton } from './button.tsx';
import { useInstantText } from './instant-text.ts';

/** A field that is compared after a change by somebody else: its label, and its value as text. */
export type ComparedField<Thing> = readonly [label: string, show: (thing: Thing) => string];

/** The fields that have changed since editing began, with their values then and now. */
export const differencesOf = <Thing,>(fields: readonly ComparedField<Thing>[], before: Thing, now: Thing) =>
  fields
    .map(([label, show]) => ({ label, before: show(before), now: show(now) }))
    .filter((field) => field.before !== field.now);

/**
 * Says that somebody else has changed the thing in the meantime: who, when, and what is different now. What the user has typed
 * stays; they decide which of the two counts.
 */
export function ConflictCallout({
  changes,
  differences,
  onTakeTheirs,
}: {
  changes: readonly Change[];
  differences: ReturnType<typeof differencesOf>;
  /** Replaces what was typed by the current values. */
  onTakeTheirs: () => void;
}) {
  const instantText = useInstantText();
  const last = changes.at(-1);
  return (
    <Callout
      tone="error"
      actions={<AdminButton onClick={onTakeTheirs}>Discard mine, show theirs</AdminButton>}
    >
      <p className="font-medium">
        {last
          ? `${whoOf(last)} changed this on ${instantText(last.at)}.`
          : 'Somebody changed this meanwhile.'}
      </p>
      {differences.length > 0 && (
        <ul className="list-disc pl-5">
          {differences.map(({ label, before, now }) => (
            <li key={label}>
              {label}: <s className="text-stone">{before || 'empty'}</s>{' '}
              <span className="sr-only">is now</span> {now || 'empty'}
            </li>
          ))}
        </ul>
      )}
      <p>Your entries are still here. Save again to put them in place of theirs.</p>
    </Callout>
  );
}

/** Names the author of a change, as the beginning of a sentence. */
export function whoOf({ by: { kind, name } }: Change): string {
  if (kind === 'customer') return 'The customer';
  if (kind === 'system') return 'The system';
  return name ?? 'Another member of staff';
}
