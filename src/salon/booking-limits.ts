/** The shortest time between two codes to the same contact, so that at most one is on its way. */
export const CODES_APART_SECONDS = 60;
