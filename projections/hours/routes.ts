import { getSalon, type Salon } from '../../src/contracts/salon.ts';
import type { Mount } from '../../src/http/operation.ts';
import { hours } from './projection.ts';

/** @param salon returns the public part of the profile, and the current opening hours */
export function salonRoutes({ on, salon }: { readonly on: Mount; salon(): Promise<Salon> }): void {
  on(getSalon, async () => ({ body: await salon() }), [hours]);
}
