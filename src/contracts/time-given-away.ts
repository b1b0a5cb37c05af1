/**
 * Refusals that mean that somebody else has the time, or that it is blocked. They aren't in `problem.ts`, so that screens that need
 * only these don't load the texts of all problems.
 */
export const TIME_GIVEN_AWAY = ['slot-taken', 'date-blocked', 'time-blocked'] as const;

export const isTimeGivenAway = (code: string): boolean =>
  (TIME_GIVEN_AWAY as readonly string[]).includes(code);
