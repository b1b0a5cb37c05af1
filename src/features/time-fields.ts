import { z } from 'zod';
import { StylistIdField } from '../contracts/fields.ts';
import type { Stretch } from '../salon/parts.ts';
import { DAY_MINUTES } from '../salon/time-text.ts';

/** A field of events: minutes since local midnight of a salon day. */
export const MinutesField = z.int().min(0).max(DAY_MINUTES);

/** A field of events: the times that a slot or a hold occupies, in order. Left out where they are the first stylist's from start to end. */
export const PartsField = z
  .array(z.strictObject({ resource: StylistIdField, start: MinutesField, end: MinutesField }))
  .min(1)
  .readonly()
  .optional();

export const hasParts = ({ parts }: Pick<Stretch, 'parts'>): boolean => parts !== undefined;
