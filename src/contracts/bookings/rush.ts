import { z } from 'zod';
import { PositionField } from '../fields.ts';
import { defineOperation } from '../operation.ts';

/** Whether visitors together book far more than usual, so that each of them has to prove more. */
const RushState = z.object({
  rush: z.boolean(),
  /**
   * Number of bookings made online within the last hour, or since staff ended the last rush. Cancelled bookings don't count, and
   * only a few from the same sender do.
   */
  bookings: z.int().min(0),
  /** Minutes of those of these bookings that nobody has confirmed. */
  minutes: z.int().min(0),
});
export type RushState = z.infer<typeof RushState>;

export const getRush = defineOperation({
  method: 'get',
  path: '/api/admin/rush',
  summary: 'Whether visitors book far more than usual, and are asked for more because of it',
  caller: 'admin',
  area: null,
  answer: { status: 200, body: RushState },
});

export const endRush = defineOperation({
  method: 'post',
  path: '/api/admin/rush/end',
  summary: 'End the rush: what was booked before counts towards none',
  caller: 'admin',
  area: null,
  answer: { status: 200, body: RushState.extend({ position: PositionField }) },
  command: 'admin-end-rush',
});
