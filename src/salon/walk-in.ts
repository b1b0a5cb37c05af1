/** The name of a walk-in as long as nobody has said who it is. */
export const WALK_IN_NAME = 'Walk-in';
