import type { CSSProperties } from 'react';
import type { Interval } from '../../../../src/salon/slots.ts';
import { pixels } from './grid-size.ts';

const HOUR_PX = pixels(60);

/** A line each hour, and a fainter one each half hour. */
export const HOUR_LINES: CSSProperties = {
  backgroundImage: `repeating-linear-gradient(to bottom, var(--color-line) 0 1px, transparent 1px ${HOUR_PX}px), repeating-linear-gradient(to bottom, transparent 0 ${HOUR_PX / 2}px, color-mix(in srgb, var(--color-line) 45%, transparent) ${HOUR_PX / 2}px ${HOUR_PX / 2 + 1}px, transparent ${HOUR_PX / 2 + 1}px ${HOUR_PX}px)`,
};

/** The background of closed time. */
export const HATCHED: CSSProperties = {
  backgroundImage:
    'repeating-linear-gradient(135deg, transparent 0 6px, color-mix(in srgb, var(--color-stone) 13%, transparent) 6px 7px)',
};

/** The width of a cancelled appointment's strip, and how much of each further one isn't below it. */
export const STRIP_PX = 20;
export const FURTHER_STRIP_PX = 8;

/** How far from the edge of the column so many strips reach: they overlap, so that whoever comes has nearly all of the width. */
export const stripsWidth = (strips: number): number =>
  strips === 0 ? 0 : STRIP_PX + (strips - 1) * FURTHER_STRIP_PX;

/** The line of the current time has a gap around what is written: it would look like a name that is struck through. */
export const OVER_LINE = 'relative z-40 -mx-1 w-fit max-w-full px-1';

/** The position and height of a time in the shown part of the day. */
export const placedAt = ({ start, end }: Interval, shown: Interval): CSSProperties => ({
  top: pixels(start - shown.start),
  height: pixels(end - start),
});
