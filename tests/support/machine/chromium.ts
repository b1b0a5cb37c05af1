import { readFileSync } from 'node:fs';

const NOTE = new URL('../../../node_modules/.cache/salon-booking/chromium-path', import.meta.url);

/** The browser to drive: `CHROMIUM_PATH`, else the one that `npm test` found or installed before the tests. */
export function chromiumPath(): string {
  return process.env.CHROMIUM_PATH ?? readFileSync(NOTE, 'utf8');
}
