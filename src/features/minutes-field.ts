import { z } from 'zod';
import { DAY_MINUTES } from '../salon/time-text.ts';

/** A field of events: minutes since local midnight of a salon day. */
export const MinutesField = z.int().min(0).max(DAY_MINUTES);
