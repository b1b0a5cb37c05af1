import { z } from 'zod';

/** Minutes since local midnight of a salon day, as events have them. */
export const MinutesField = z.int().min(0).max(1440);
