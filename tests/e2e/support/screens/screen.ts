import type { Disposable, Page } from 'playwright-core';
import type { MockResponse } from '../site/mock-api.ts';

/** A page in one of its states. */
export interface Screen {
  name: string;
  path: string;
  api?: Record<string, MockResponse>;
  /** Sets something up before the page is opened, such as a session, until it is disposed of. */
  begin?: (page: Page) => Promise<Disposable>;
  /** Leads from the address to the state, by what can be seen. */
  reach: (page: Page) => Promise<unknown>;
}
