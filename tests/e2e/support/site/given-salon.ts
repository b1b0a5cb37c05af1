import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type Given, givenSalon, type TestSalon } from '../../../support/server/server.ts';
import { sharedBrowser } from './browser.ts';

/** A browser and a real server for all tests of a file; there from the first test on. */
export function givenSalonAndBrowser(wanted: Given = {}) {
  const given = {} as { browser: Browser; salon: TestSalon };
  beforeAll(async () => {
    const [browser, salon] = await Promise.all([sharedBrowser(), givenSalon(wanted)]);
    Object.assign(given, { browser, salon });
  });
  afterAll(async () => {
    await given.browser?.close();
    await given.salon?.stop();
  });
  return given;
}
