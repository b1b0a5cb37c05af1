import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { BROWSER_OPTIONS } from '../e2e/support/browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the run's one browser listens; each test opens a context of its own in it. */
    readonly browserEndpoint: string;
  }
}

/** Starts one browser for all tests of a project; Vitest calls the result at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await chromium.launchServer(BROWSER_OPTIONS());
  project.provide('browserEndpoint', browser.wsEndpoint());
  return () => browser.close();
}
