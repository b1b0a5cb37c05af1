import type { Disposable, Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import { AUTH_SUCCESS } from '../fixtures/auth-fixtures.ts';
import type { givenSite } from '../site/given-site.ts';
import { type MockResponse, mockApi } from '../site/mock-api.ts';
import { wizardVisitor } from '../visitor/wizard-visitor.ts';
import { openPage } from './open-page.ts';

interface Wanted {
  api?: Record<string, MockResponse>;
  /** Sets something up before the page is opened, until it is disposed of. */
  begin?: (page: Page) => Promise<Disposable>;
  size?: { width: number; height: number };
  /** The computer's time zone, which need not be the salon's. */
  timeZone?: string;
}

/** A call of the API or the sign-in service. */
interface Call {
  /** Method, path and query. */
  readonly call: string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes, which the tests compare.
  readonly body: any;
  readonly token: string | undefined;
}

/** Opens a page of the sign-in page or admin area in a tab of its own, and records its calls. */
export const accountOpener =
  (site: ReturnType<typeof givenSite>) =>
  async (path: string, { api = {}, begin, size, timeZone }: Wanted = {}) => {
    const page = await openPage(site.browser, { ...(size && { size }), ...(timeZone && { timeZone }) });
    const mock = await mockApi(page, { ...AUTH_SUCCESS, ...api });
    const begun = await begin?.(page);
    onTestFinished(async () => begun?.dispose());
    const calls: Call[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (!/^\/(?:api|auth\/v1)\//.test(pathname)) return;
      calls.push({
        call: `${request.method()} ${pathname}${search}`,
        body: /json/.test(request.headers()['content-type'] ?? '') ? request.postDataJSON() : undefined,
        token: request.headers().authorization,
      });
    });
    await page.goto(site.url + path);
    const { button, heading, toast } = wizardVisitor(page);
    return {
      page,
      api: mock,
      calls,
      button,
      heading,
      toast,
      alert: (text: string) => page.getByRole('alert').filter({ hasText: text }),
      /** Those whose method and path begin like this. */
      called: (start: string) => calls.filter(({ call }) => call.startsWith(start)),
      /** Waits until the address is this path, query included. */
      at: (address: string) => page.waitForURL(site.url + address),
      signIn: async (password = 'brush and comb') => {
        await page.getByLabel('Email').fill('camille@lumiere.example');
        await page.getByLabel('Password', { exact: true }).fill(password);
        await button('Sign In').click();
      },
    };
  };
