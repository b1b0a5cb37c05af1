import type { StartRules } from '../../../src/salon/starts.ts';

/** The rules about starts by a profile that says nothing about them. */
export const USUAL_STARTS: StartRules = {
  start_every_minutes: 30,
  last_start_offered: false,
  notice_minutes: 0,
  staff_any_five_minutes: false,
};
