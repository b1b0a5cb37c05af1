import { pino } from 'pino';
import { expect, it, onTestFinished } from 'vitest';
import { hours } from '../../projections/hours/projection.ts';
import { loadSalonProfile } from '../../src/adapters/salon-profile/profile.ts';
import { composeSite } from '../../src/app/site.ts';
import { DOCUMENT_NAMES } from '../../src/contracts/prerendering.ts';
import { SalonCard } from '../../src/contracts/salon.ts';
import { LOG_START } from '../../src/eventsourcing/event-store.ts';
import { pageContent } from '../../src/site/page-content.ts';

const URL = 'https://salon.example';

it('renders late rows again only when they have moved, and looks at them less and less often', async () => {
  const written = '1'.padStart(32, '0');
  let hoursAt = LOG_START;
  const looks: number[] = [];
  const positions = {
    async reached(name: string) {
      if (name !== hours.name) return written;
      looks.push(performance.now());
      return hoursAt;
    },
  };
  let renderings = 0;
  const build = {
    template: `<head></head><div id="${DOCUMENT_NAMES.root}"></div>`,
    sharePicture: '/salon.webp',
    async renderPage(path: string) {
      if (path === '/') renderings += 1;
      return { head: '', body: '', initialData: {} };
    },
  };
  const profile = await loadSalonProfile();
  const answers = {
    salon: async () => ({ ...SalonCard.parse(profile), url: URL, opening_hours: [] }),
    serviceList: async () => [],
    pages: pageContent(profile.pages),
  };
  const hoursAndServices = { changedAt: () => written, changed: () => new Promise<void>(() => {}) };
  const ending = new AbortController();
  const closing = new AsyncDisposableStack();
  onTestFinished(async () => {
    ending.abort();
    await closing.disposeAsync();
  });
  const foundation = {
    logger: pino({ level: 'silent' }),
    publicUrl: URL,
    ending: ending.signal,
    closing,
  };

  await composeSite(build, hoursAndServices, positions, foundation, profile, answers);
  await expect.poll(() => looks.length, { timeout: 10_000 }).toBeGreaterThan(4);
  expect(renderings).toBe(1);
  const [previous = 0, last = 0] = looks.slice(3, 5);
  expect(last - previous).toBeGreaterThan(900);

  hoursAt = written;
  await expect.poll(() => renderings, { timeout: 10_000 }).toBe(2);
});
