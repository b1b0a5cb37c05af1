import {
  type ErasureCertificate,
  getBookingErasure,
  getCustomerErasure,
} from '../../contracts/customers/erasure.ts';
import type { Mount } from '../../http/operation/operation.ts';
import type { NamedModel } from '../../http/operation/projected.ts';
import { refuse } from '../../http/refusal.ts';
import type { Certificates } from './certificate.ts';

interface ErasureRoutesDeps {
  readonly on: Mount;
  readonly certificates: Certificates;
  /** The read models whose rows say what is kept. */
  readonly readModels: readonly NamedModel[];
}

/** The certificates of erasures. */
export function erasureRoutes({ on, certificates, readModels }: ErasureRoutesDeps): void {
  const answer = (certificate: ErasureCertificate | null) => {
    if (!certificate) throw refuse('not-erased');
    return { body: certificate };
  };
  on(getCustomerErasure, async ({ params: { id } }) => answer(await certificates.ofCustomer(id)), readModels);
  on(getBookingErasure, async ({ params: { id } }) => answer(await certificates.ofBooking(id)), readModels);
}
