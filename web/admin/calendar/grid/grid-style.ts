import type { CSSProperties } from 'react';
import type { Interval } from '../../../../src/salon/slots.ts';
import type { Minutes } from '../../../../src/salon/time-text.ts';
import type { Lane } from '../plan/lanes.ts';

/** A quarter of an hour is 16 px high, so that half an hour has room for a line of text. */
const PX_PER_MINUTE = 16 / 15;

export const pixels = (minutes: Minutes): number => minutes * PX_PER_MINUTE;
export const minutesIn = (px: number): Minutes => px / PX_PER_MINUTE;

/** From this length on a block has room for a second line. */
export const TWO_LINES: Minutes = 40;

/** The height of an appointment's lower edge, by which its end is dragged: of a short one, only a part of it. */
export const EDGE_GRIP_PX = 8;
export const EDGE_PART = 0.25;

const HOUR_PX = pixels(60);

/** A line each hour, and a fainter one each half hour. */
export const HOUR_LINES: CSSProperties = {
  backgroundImage: `repeating-linear-gradient(to bottom, var(--color-line) 0 1px, transparent 1px ${HOUR_PX}px), repeating-linear-gradient(to bottom, transparent 0 ${HOUR_PX / 2}px, color-mix(in srgb, var(--color-line) 45%, transparent) ${HOUR_PX / 2}px ${HOUR_PX / 2 + 1}px, transparent ${HOUR_PX / 2 + 1}px ${HOUR_PX}px)`,
};

/** The width of a cancelled appointment's strip, and how much of each further one isn't below it. */
export const STRIP_PX = 20;
export const FURTHER_STRIP_PX = 8;

/** The width of so many strips at the edge of a column. They overlap, so that the other appointments keep nearly all of the width. */
export const stripsWidth = (strips: number): number =>
  strips === 0 ? 0 : STRIP_PX + (strips - 1) * FURTHER_STRIP_PX;

/** Hides a line behind a text, which would look struck through. */
export const OVER_EDGE = 'relative -mx-1 w-fit max-w-full px-1';
/** The same over the line of the current time, which is above all appointments. */
export const OVER_LINE = `${OVER_EDGE} z-40`;

/** The position and height of a time in the shown part of the day. */
export const placedAt = ({ start, end }: Interval, shown: Interval): CSSProperties => ({
  top: pixels(start - shown.start),
  height: pixels(end - start),
});

/** The position and width next to what it overlaps. */
export const besideOthers = ({ lane, span, lanes }: Lane): CSSProperties => ({
  left: `${(lane / lanes) * 100}%`,
  width: `${(span / lanes) * 100}%`,
});

/** Class names of the badge of a blocked date. */
export const badgeClass =
  'inline-flex items-center rounded-full bg-bad-tint px-2 text-xs font-medium whitespace-nowrap text-bad';
