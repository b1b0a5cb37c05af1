import type { Minutes } from '../../../../src/salon/time-text.ts';

/** A quarter of an hour is 16 px high, so that half an hour has room for a line of text. */
const PX_PER_MINUTE = 16 / 15;

export const pixels = (minutes: Minutes): number => minutes * PX_PER_MINUTE;
export const minutesIn = (px: number): Minutes => px / PX_PER_MINUTE;
