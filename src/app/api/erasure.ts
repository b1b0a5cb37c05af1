import { createKeptOfErased } from '../../../projections/appointments/of-customers.ts';
import { appointments } from '../../../projections/appointments/projection.ts';
import type { EventLog } from '../../adapters/event-log/event-log.ts';
import { createCertificates } from '../../features/erasure/certificate.ts';
import { erasureRoutes } from '../../features/erasure/routes.ts';
import type { ResourceDeps } from './operations.ts';

interface ErasureDeps extends Pick<ResourceDeps, 'on' | 'pool'> {
  readonly log: EventLog;
  /** Whether the service runs its own Postgres. */
  readonly isEmbedded: boolean;
}

/** What staff can show of an erasure. */
export function erasureOperations({ on, pool, log, isEmbedded }: ErasureDeps): void {
  const certificates = createCertificates({ log, pool, isEmbedded, keptOf: createKeptOfErased(pool) });
  erasureRoutes({ on, certificates, readModels: [appointments] });
}
