import type { CallerOf } from '../../../src/http/operation/caller.ts';

/** An administrator after the guard. */
export const STAFF: CallerOf<'admin'> = {
  kind: 'admin',
  role: 'owner',
  stylistId: null,
  userId: 'ada',
  email: 'ada@example.com',
  sessionId: '0197a1b2-0000-7000-8000-000000000001',
  aal: 'aal2',
  shownAt: new Date(),
};
