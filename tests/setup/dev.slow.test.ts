// Slow because it starts the development server with its database.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { findRunningServer } from '../../src/adapters/embedded-postgres/process.ts';
import { launchBrowser } from '../e2e/support/site/browser.ts';
import { freePort } from '../support/machine/free-port.ts';
import { makeDataDir, startService } from '../support/server/service-process.ts';

// Whole starts, on a machine that may be busy with the other tests.
const isRunning = (processGroup: number) => {
  try {
    return process.kill(-processGroup, 0);
  } catch {
    return false;
  }
};

describe('npm run dev', () => {
  let dataDir: Awaited<ReturnType<typeof makeDataDir>>;
  beforeEach(async () => {
    dataDir = await makeDataDir();
  });
  afterEach(() => dataDir.remove());

  async function startDev() {
    const [port, pagesPort] = [String(await freePort()), String(await freePort())];
    const settings = { DATA_DIR: dataDir.path, PORT: port };
    const service = startService(settings, { script: 'dev', args: ['--port', pagesPort, '--strictPort'] });
    onTestFinished(() => {
      if (isRunning(service.pid)) process.kill(-service.pid, 'SIGKILL');
    });
    await service.opened();
    const pages = `http://localhost:${pagesPort}`;
    await expect.poll(() => service.output()).toContain(pages);
    return { service, pages, api: `http://127.0.0.1:${port}` };
  }
  const database = () => findRunningServer(join(dataDir.path, 'postgres'));

  it('prepares a fresh clone as npm start does, which needs the built site too', async () => {
    const { scripts } = JSON.parse(await readFile('package.json', 'utf8'));
    expect(scripts.predev).toBe(scripts.prestart);
  });

  it('shows the pages from their sources, with the API at PORT, and ends on Ctrl-C', async () => {
    const { service, pages, api } = await startDev();
    expect(await (await fetch(`${pages}/services`, { headers: { Accept: 'text/html' } })).text()).toContain(
      'src="/app/main.tsx',
    );
    const salon = await (await fetch(`${pages}/api/salon`)).json();
    expect(salon).toEqual(await (await fetch(`${api}/api/salon`)).json());

    const browser = await launchBrowser();
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    // The first page waits until its packages are put together.
    page.setDefaultTimeout(120_000);
    await page.goto(`${pages}/book`);
    await page.getByRole('checkbox', { name: /^Perm/ }).waitFor();

    process.kill(-service.pid, 'SIGINT');
    await service.ended();
    // The process of the passwords ends once it sees that the service has gone.
    await expect.poll(() => isRunning(service.pid)).toBe(false);
    // If the signal is passed on late, it counts as another order, after which the service doesn't wait for its database.
    await expect.poll(database).toBeUndefined();
  });

  it("ends when npm's process is told to, and takes everything along", async () => {
    const { service } = await startDev();
    process.kill(service.pid, 'SIGTERM');
    await service.ended();
    expect(service.output()).toContain('Stopping…');
    await expect.poll(() => isRunning(service.pid)).toBe(false);
    expect(await database()).toBeUndefined();
  });
});
