import { roomFor } from '../../../../src/salon/characters.ts';
import { AdminButton } from '../../ui/button.tsx';
import { AdminField } from '../../ui/form/field.tsx';

/** The most common reasons. */
export const REASONS = ['Lunch', 'Errand', 'Training', 'Sick'] as const;

/** Why a part of a day is blocked: only staff see it. */
export function ReasonField({
  reason,
  error,
  onChange,
}: {
  reason: string;
  error: string | undefined;
  onChange: (reason: string) => void;
}) {
  return (
    <div className="space-y-2">
      <AdminField
        label="Reason"
        maxLength={roomFor(500)}
        autoComplete="off"
        value={reason}
        error={error}
        onChange={({ target }) => onChange(target.value)}
      />
      <div className="flex flex-wrap gap-2">
        {REASONS.map((one) => (
          <AdminButton key={one} aria-pressed={reason === one} onClick={() => onChange(one)}>
            {one}
          </AdminButton>
        ))}
      </div>
    </div>
  );
}
