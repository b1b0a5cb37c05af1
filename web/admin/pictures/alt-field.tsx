import type { ComponentProps } from 'react';
import { z } from 'zod';
import { isDecoration, type PictureUse } from '../../../src/contracts/salon/picture-uses.ts';
import { roomFor } from '../../../src/salon/characters.ts';
import { AdminField } from '../ui/form/field.tsx';

/** Turns the typed fields into a picture's description. The contract's rule: only a decoration needs no description. */
export const described = (use: PictureUse) =>
  z.object({ alt: isDecoration(use) ? z.string().trim() : z.string().trim().min(1, 'picture-alt-required') });

/** A field for the picture's description in words. */
export function AltField({
  use,
  ...field
}: Omit<ComponentProps<typeof AdminField>, 'label'> & { use: PictureUse }) {
  return (
    <AdminField
      label="Description"
      required={!isDecoration(use)}
      maxLength={roomFor(200)}
      autoComplete="off"
      hint="Describe it for people who can’t see it: “Brown hair with caramel strands, in long waves”."
      {...field}
    />
  );
}
