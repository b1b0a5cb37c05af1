import type { CSSProperties } from 'react';
import type { BookingStatus } from '../../../src/contracts/bookings/bookings.ts';

/** For a request that isn't confirmed yet. */
const STRIPED: CSSProperties = {
  backgroundImage:
    'repeating-linear-gradient(135deg, transparent 0 7px, color-mix(in srgb, var(--color-warn) 9%, transparent) 7px 14px)',
};

/** The background of an appointment's block by its status. */
export const STATUS_TINTS: Readonly<Record<BookingStatus, string>> = {
  pending: 'bg-warn-tint',
  confirmed: 'bg-good-tint',
  completed: 'bg-info-tint',
  cancelled: 'bg-panel',
};

/** The look of an appointment's block: edge and tint by status, stripes for a request. The status is written as a word, too. */
export const STATUS_STYLES: Readonly<Record<BookingStatus, { look: string; style?: CSSProperties }>> = {
  pending: { look: `border-l-warn ${STATUS_TINTS.pending}`, style: STRIPED },
  confirmed: { look: `border-l-good ${STATUS_TINTS.confirmed}` },
  completed: { look: `border-l-info ${STATUS_TINTS.completed}` },
  cancelled: { look: `border-l-bad/60 ${STATUS_TINTS.cancelled} text-stone [&_s]:line-through` },
};
