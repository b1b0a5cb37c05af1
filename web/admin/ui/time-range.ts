import { formatTime, type Interval, isAllDay } from '../../../src/salon/time-text.ts';

/** `9:00 AM – 10:30 AM`. */
export const timeRange = ({ start, end }: Interval): string => `${formatTime(start)} – ${formatTime(end)}`;

/** `9 AM – 9 PM`, for little room. */
export const shortRange = (time: Interval): string => timeRange(time).replaceAll(':00', '');

/** The same of a block, which may be `all day`. */
export const blockRange = (time: Interval): string => (isAllDay(time) ? 'all day' : shortRange(time));
