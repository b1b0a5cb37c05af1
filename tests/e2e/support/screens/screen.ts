import type { Disposable, Page } from 'playwright-core';
import type { MockResponse } from '../site/mock-api.ts';

/** A page in one of its states. */
export interface Screen {
  name: string;
  path: string;
  api?: Record<string, MockResponse>;
  /** What is so before the page is opened, as being signed in, until it is disposed of. */
  begin?: (page: Page) => Promise<Disposable>;
  /** Leads from the address to the state, by what can be seen. */
  reach: (page: Page) => Promise<unknown>;
}
