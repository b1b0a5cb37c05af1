import { PROBLEMS } from '../../../src/contracts/problem.ts';
import { isDecoration, type PictureUse } from '../../../src/contracts/salon/picture-uses.ts';
import { roomFor } from '../../../src/salon/characters.ts';
import { AdminField } from '../ui/form/field.tsx';

export const isMissingAlt = (use: PictureUse, alt: string): boolean =>
  !isDecoration(use) && alt.trim() === '';

/** What the picture shows, in words. */
export function AltField({
  use,
  value,
  isTried,
  onChange,
}: {
  use: PictureUse;
  value: string;
  /** Whether somebody has tried to save. */
  isTried: boolean;
  onChange: (value: string) => void;
}) {
  return (
    <AdminField
      label="Description"
      required={!isDecoration(use)}
      maxLength={roomFor(200)}
      autoComplete="off"
      hint="What it shows, for people who can’t see it: “Brown hair with caramel strands, in long waves”."
      error={isTried && isMissingAlt(use, value) ? PROBLEMS['picture-alt-required'].detail : undefined}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
