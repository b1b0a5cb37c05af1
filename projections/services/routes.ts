import { getAdminService, listAdminServices } from '../../src/contracts/salon/admin-services.ts';
import { listServices, type Service } from '../../src/contracts/salon/services.ts';
import type { Mount } from '../../src/http/operation/operation.ts';
import { refuse } from '../../src/http/refusal.ts';
import { services } from './projection.ts';
import type { AdminServices } from './queries.ts';

export function serviceRoutes({
  on,
  serviceList,
}: {
  readonly on: Mount;
  serviceList(): Promise<readonly Service[]>;
}): void {
  on(listServices, async () => ({ body: [...(await serviceList())] }), [services]);
}

/** The catalogue as staff see it. */
export function adminServiceRoutes({
  on,
  adminServices,
}: {
  readonly on: Mount;
  readonly adminServices: AdminServices;
}): void {
  on(listAdminServices, async () => ({ body: await adminServices.list() }), [services]);
  on(
    getAdminService,
    async ({ params: { id } }) => {
      const body = await adminServices.byId(id);
      if (!body) throw refuse('service-not-found');
      return { body, version: body.version };
    },
    [services],
  );
}
