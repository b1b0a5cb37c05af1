import { z } from 'zod';
import { UuidField } from './fields.ts';
import { defineOperation } from './operation.ts';

/** Who is signed in, and whether they may see the admin area. */
export const Me = z.object({
  id: UuidField,
  email: z.string(),
  role: z.enum(['admin']).nullable(),
});
export type Me = z.infer<typeof Me>;

export const getMe = defineOperation({
  method: 'get',
  path: '/api/me',
  summary: 'The signed-in user and their role',
  caller: 'user',
  answer: { status: 200, body: Me },
});
