import { z } from 'zod';
import { UuidField } from '../fields.ts';

/** A customer who holds an email or a phone number. */
export const Holder = z.object({
  id: UuidField,
  name: z.string(),
  /** The contact that is on their card; `email` if both are. */
  by: z.enum(['email', 'phone']),
});
export type Holder = z.infer<typeof Holder>;
