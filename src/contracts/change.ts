import { z } from 'zod';

/** Something that has happened to the thing that a command is about. */
export const Change = z.object({
  /** Such as `BookingRescheduled`. */
  type: z.string(),
  at: z.iso.datetime(),
  by: z.object({
    kind: z.enum(['customer', 'admin', 'system']),
    /** Name of an administrator who still has an account; null for anybody else. */
    name: z.string().nullable(),
  }),
});
export type Change = z.infer<typeof Change>;
