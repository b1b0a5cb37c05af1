import type { CallerOf } from './caller.ts';

/** The one place that says what somebody of the staff sees in answers. Queries and answers are cut by these rules. */

type Staff = Pick<CallerOf<'admin'>, 'role' | 'stylistId'>;

/** Whether they see what the salon earns, beyond today's takings. */
export const seesRevenue = ({ role }: Staff): boolean => role === 'owner';
