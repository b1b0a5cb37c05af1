import type { CSSProperties } from 'react';
import type { BookingStatus } from '../../../src/contracts/bookings/bookings.ts';

/** The style of a request that isn't confirmed yet. */
const STRIPED: CSSProperties = {
  backgroundImage:
    'repeating-linear-gradient(135deg, transparent 0 7px, color-mix(in srgb, var(--color-warn) 9%, transparent) 7px 14px)',
};

interface StatusStyle {
  readonly look: string;
  /** The background alone. */
  readonly tint: string;
  readonly style?: CSSProperties;
}

/** The look of an appointment's block: edge and tint by status, stripes for a request. The status is written as a word, too. */
export const STATUS_STYLES: Readonly<Record<BookingStatus, StatusStyle>> = {
  pending: { look: 'border-l-warn bg-warn-tint', tint: 'bg-warn-tint', style: STRIPED },
  confirmed: { look: 'border-l-good bg-good-tint', tint: 'bg-good-tint' },
  completed: { look: 'border-l-info bg-info-tint', tint: 'bg-info-tint' },
  cancelled: { look: 'border-l-bad/60 bg-panel text-stone [&_s]:line-through', tint: 'bg-panel' },
};
