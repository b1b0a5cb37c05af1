import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/machine/eventually.ts';
import { freePort } from '../support/machine/free-port.ts';
import { givenEmptyStores } from '../support/server/empty-stores.ts';
import { startService } from '../support/server/service-process.ts';

const given = givenEmptyStores();

it('answers operators while it is still starting, and everybody else once it has started', async () => {
  given.double.stop();
  const port = await freePort();
  const service = startService({
    PORT: String(port),
    DATA_DIR: given.dataDir.path,
    DATABASE_URL: given.database.url,
    EVENTSTORE_URL: given.double.url,
  });
  onTestFinished(() => {
    if (service.child.exitCode === null && service.child.signalCode === null) service.child.kill('SIGKILL');
  });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  await expect.poll(() => service.output()).toContain('Waiting for EventStoreDB');

  const services = ask('/api/services');
  expect((await ask('/healthz')).status).toBe(200);
  const readiness = await ask('/readyz?of=this');
  expect(readiness.status).toBe(503);
  expect(await readiness.json()).toEqual({ status: 'not ready', start: { ready: false } });
  expect(await (await ask('/metrics')).text()).toContain('process_cpu_seconds_total');

  await given.double.start();
  await service.opened();
  expect((await services).status).toBe(200);
  await eventually(async () => expect((await ask('/readyz')).status).toBe(200));
  service.child.kill('SIGTERM');
  expect(await service.ended()).toBe(0);
});
