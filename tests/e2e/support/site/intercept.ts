import type { CDPSession, Page } from 'playwright-core';

/** A request of a tab, as far as mocked responses look at it. */
interface InterceptedRequest {
  url(): string;
  method(): string;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of many shapes.
  postDataJSON(): any;
}

export interface MockedResponse {
  readonly status?: number;
  readonly contentType?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request that waits for its response: the part of Playwright's `Route` that tests need. */
export interface Intercepted {
  request(): InterceptedRequest;
  fulfill(response: MockedResponse): Promise<void>;
  abort(reason?: 'connectionfailed'): Promise<void>;
  /** Leaves it to the server. */
  continue(): Promise<void>;
}

type Respond = (route: Intercepted) => unknown;

const interceptors = new WeakMap<Page, { respond: Respond; session: CDPSession }>();

/**
 * Hands over what a tab requests of these addresses; `*` stands for any characters. Playwright's own `page.route` would stop
 * every request of the tab, and turn off the browser's cache, so that each page would load and compile all its scripts anew.
 */
export async function intercept(page: Page, urlPatterns: readonly string[], respond: Respond): Promise<void> {
  const known = interceptors.get(page);
  const interceptor = known ?? { respond, session: await page.context().newCDPSession(page) };
  interceptor.respond = respond;
  const { session } = interceptor;
  if (!known) {
    interceptors.set(page, interceptor);
    session.on('Fetch.requestPaused', (paused) => interceptor.respond(routeOf(session, paused)));
  }
  await session.send('Fetch.enable', { patterns: urlPatterns.map((urlPattern) => ({ urlPattern })) });
}

/** Lets all requests through again. */
export async function endIntercepting(page: Page): Promise<void> {
  await interceptors.get(page)?.session.send('Fetch.disable');
}

/** The developer tools' description of a request that waits. */
interface Paused {
  readonly requestId: string;
  readonly request: {
    readonly url: string;
    readonly method: string;
    readonly postDataEntries?: readonly { readonly bytes?: string }[];
  };
}

function routeOf(session: CDPSession, { requestId, request }: Paused): Intercepted {
  // The tab may have gone on to another page, or have been closed.
  const tell = async (answer: Promise<unknown>) => void (await answer.catch(() => {}));
  return {
    request: () => ({
      url: () => request.url,
      method: () => request.method,
      postDataJSON: () => {
        const parts = request.postDataEntries?.map(({ bytes = '' }) => Buffer.from(bytes, 'base64')) ?? [];
        return parts.length === 0 ? null : JSON.parse(Buffer.concat(parts).toString());
      },
    }),
    fulfill: ({ status = 200, contentType, headers = {}, body = '' }) =>
      tell(
        session.send('Fetch.fulfillRequest', {
          requestId,
          responseCode: status,
          responseHeaders: Object.entries({
            ...(contentType !== undefined && { 'Content-Type': contentType }),
            ...headers,
          }).map(([name, value]) => ({ name, value })),
          body: Buffer.from(body).toString('base64'),
        }),
      ),
    abort: () => tell(session.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionFailed' })),
    continue: () => tell(session.send('Fetch.continueRequest', { requestId })),
  };
}
