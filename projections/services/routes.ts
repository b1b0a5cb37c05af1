import { listServices, type Service } from '../../src/contracts/services.ts';
import type { Mount } from '../../src/http/operation.ts';
import { services } from './projection.ts';

export function serviceRoutes({
  on,
  serviceList,
}: {
  readonly on: Mount;
  serviceList(): Promise<readonly Service[]>;
}): void {
  on(listServices, async () => ({ body: [...(await serviceList())] }), [services]);
}
