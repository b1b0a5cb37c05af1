/** Limits on the number of reviews. This module has no schemas, so that pages that use it needn't load the validator. */

/** The most reviews that staff may have entered; erased ones don't count. */
export const MOST_REVIEWS = 50;
/** The most of them that the front page shows, the last added first. */
export const MOST_SHOWN_REVIEWS = 9;
