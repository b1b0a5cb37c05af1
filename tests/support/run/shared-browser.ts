import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { BROWSER_OPTIONS } from '../../e2e/support/site/browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the run's one browser. Each test opens a context of its own in it. */
    readonly browserEndpoint: string;
  }
}

/** Pages of tests live for a second or two: less than it takes until optimized code has saved what optimizing costs. */
const WITHOUT_OPTIMIZING = '--js-flags=--no-maglev --no-turbofan';

/** Starts one browser for all tests of a project; Vitest calls the result at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { args = [], ...options } = BROWSER_OPTIONS();
  const browser = await chromium.launchServer({ ...options, args: [...args, WITHOUT_OPTIMIZING] });
  project.provide('browserEndpoint', browser.wsEndpoint());
  return () => browser.close();
}
