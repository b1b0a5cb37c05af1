/**
 * The drawn pictures that a profile may choose from, by their use; each kind has a module in `web/pictures`.
 */

export const SPECIALTY_PICTURES = ['color', 'straight', 'balayage', 'brazilian'] as const;

/** Each is two pictures of equal composition, `<name>-before` and `<name>-after`. */
export const PAIRS = ['balayage', 'root-touch-up', 'copper', 'blunt-cut', 'layers', 'sleek'] as const;

export const REELS = ['waves', 'braid', 'curls', 'glass', 'ponytail', 'copper'] as const;

/** The salon itself. */
export const PLACES = ['door', 'chair', 'tools'] as const;

/** What previews of links show: hair alone, or with a salon's name on it. */
export const SHARE_CARDS = ['plain', 'lumiere'] as const;
export type ShareCard = (typeof SHARE_CARDS)[number];

export const SWIRLS = ['espresso', 'copper', 'honey', 'raven', 'chestnut', 'platinum'] as const;
