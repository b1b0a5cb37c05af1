import { dropHold } from '../../../../src/contracts/bookings/holds.ts';
import { call, newIdempotencyKey } from '../../../api.ts';

/** Releases a hold without waiting for the response. If it fails, the hold expires by itself. */
export function releaseHold(id: string) {
  const idempotencyKey = newIdempotencyKey();
  call(dropHold, { params: { id }, idempotencyKey, keepalive: true }).catch(() => {});
}
