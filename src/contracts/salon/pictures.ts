/**
 * The drawn pictures that a profile may choose from, grouped by their use. Each group has a module in `web/pictures`.
 */

export const SPECIALTY_PICTURES = ['color', 'straight', 'balayage', 'brazilian'] as const;

/** Each name stands for two pictures of the same composition, `<name>-before` and `<name>-after`. */
export const PAIRS = ['balayage', 'root-touch-up', 'copper', 'blunt-cut', 'layers', 'sleek'] as const;

export const REELS = ['waves', 'braid', 'curls', 'glass', 'ponytail', 'copper'] as const;

/** Pictures in previews of links: hair alone (`plain`), or hair with a salon's name. */
export const SHARE_CARDS = ['plain', 'lumiere'] as const;
export type ShareCard = (typeof SHARE_CARDS)[number];

export const SWIRLS = ['espresso', 'copper', 'honey', 'raven', 'chestnut', 'platinum'] as const;
