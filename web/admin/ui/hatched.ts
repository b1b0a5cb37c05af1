import type { CSSProperties } from 'react';

/** The background of time that is closed, or in which a stylist is free. */
export const HATCHED: CSSProperties = {
  backgroundImage:
    'repeating-linear-gradient(135deg, transparent 0 6px, color-mix(in srgb, var(--color-stone) 13%, transparent) 6px 7px)',
};
