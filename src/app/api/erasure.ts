import { createKeptOfErased } from '../../../projections/appointments/of-customers.ts';
import { appointments } from '../../../projections/appointments/projection.ts';
import { createCertificates } from '../../features/erasure/certificate.ts';
import { erasureRoutes } from '../../features/erasure/routes.ts';
import type { ApiParts } from './parts.ts';

/** Lets staff download certificates of erasures. */
export function erasureOperations({ on, pool, log, config }: ApiParts): void {
  const isEmbedded = config.databaseUrl === undefined;
  const certificates = createCertificates({ log, pool, isEmbedded, keptOf: createKeptOfErased(pool) });
  erasureRoutes({ on, certificates, readModels: [appointments] });
}
