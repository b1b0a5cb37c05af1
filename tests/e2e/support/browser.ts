import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../../support/chromium.ts';

/** Starts the machine's browser, without anything that talks to the outside. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
