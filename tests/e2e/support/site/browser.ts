import { type Browser, chromium, type LaunchOptions } from 'playwright-core';
import { inject } from 'vitest';
import { chromiumPath } from '../../../support/machine/chromium.ts';

/** The machine's browser, without anything that talks to the outside. */
export const BROWSER_OPTIONS = (): LaunchOptions => ({
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

/** A separate browser, outside of tests. */
export const launchBrowser = (): Promise<Browser> => chromium.launch(BROWSER_OPTIONS());

/** The run's one browser; closing it ends only this connection and its contexts. */
export const sharedBrowser = (): Promise<Browser> => chromium.connect(inject('browserEndpoint'));
