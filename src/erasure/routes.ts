import { createKeptOfErased } from '../../projections/appointments/of-customers.ts';
import { appointments } from '../../projections/appointments/projection.ts';
import {
  type ErasureCertificate,
  getBookingErasure,
  getCustomerErasure,
} from '../contracts/customers/erasure.ts';
import type { Mount } from '../http/operation/operation.ts';
import { refuse } from '../http/refusal.ts';
import { type CertificateDeps, createCertificates } from './certificate.ts';

interface ErasureRoutesDeps extends Omit<CertificateDeps, 'keptOf'> {
  readonly on: Mount;
}

/** Lets staff download certificates of erasures. */
export function erasureRoutes({ on, pool, ...deps }: ErasureRoutesDeps): void {
  const certificates = createCertificates({ ...deps, pool, keptOf: createKeptOfErased(pool) });
  const answer = (certificate: ErasureCertificate | null) => {
    if (!certificate) throw refuse('not-erased');
    return { body: certificate };
  };
  on(getCustomerErasure, async ({ params: { id } }) => answer(await certificates.ofCustomer(id)), [
    appointments,
  ]);
  on(getBookingErasure, async ({ params: { id } }) => answer(await certificates.ofBooking(id)), [
    appointments,
  ]);
}
