import { z } from 'zod';

/** A field of events: minutes since local midnight of a salon day. */
export const MinutesField = z.int().min(0).max(1440);
