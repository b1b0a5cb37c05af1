import { Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { RequestClient } from 'twilio';
import { limitedText } from '../limited-answer.ts';

/** Less than the ten seconds that a call may take, so that there is time to handle the answer. */
const CALL_WITHIN_MS = 8_000;
/** A page of the 200 longest texts has half of it; an endless answer could take all memory before the deadline. */
const MOST_BYTES = 4_194_304;

/** Parameters as Twilio takes them: dates as they are written in JSON, lists as repeated names. */
function encoded(values: object | undefined): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values ?? {})) {
    for (const one of [value].flat())
      if (one !== undefined && one !== null)
        params.append(name, one instanceof Date ? one.toISOString() : String(one));
  }
  return params;
}

/**
 * Makes the requests of Twilio's client. Twilio's own code gives up only on a silent socket, and so waits for as long as an
 * answer trickles in; this one has a deadline for the whole of it.
 *
 * @param baseUrl instead of Twilio's
 */
export function twilioHttp(
  baseUrl: string | undefined,
  callWithinMs = CALL_WITHIN_MS,
): Pick<RequestClient, 'request'> {
  const call = caller(callWithinMs);
  return {
    async request({ method, uri, username = '', password = '', headers, params, data }) {
      const url = new URL(uri);
      const target = new URL(`${url.pathname}${url.search}`, baseUrl ?? url.origin);
      for (const [name, value] of encoded(params)) target.searchParams.append(name, value);
      const body = method === 'post' ? encoded(data as object | undefined).toString() : undefined;
      const { status, text } = await call(
        target,
        {
          method: method.toUpperCase(),
          auth: `${username}:${password}`,
          headers: {
            ...(headers as Record<string, string>),
            ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
          },
        },
        body,
      );
      return {
        statusCode: status,
        body: parsed(text) as never,
        headers: {},
        toString: () => 'Response',
      };
    },
  };
}

/** Shorter than servers keep a connection that nobody uses, so that none is used again while it is being closed. */
const KEPT_IDLE_MS = 4_000;

/**
 * Makes calls over connections that are kept, each with a deadline for the whole of it; by Node's own client, as `fetch` takes three times
 * the processor's time.
 */
function caller(withinMs: number) {
  const kept = { keepAlive: true, timeout: KEPT_IDLE_MS };
  const agents = { http: new HttpAgent(kept), https: new HttpsAgent(kept) };
  return async (url: URL, options: RequestOptions, body: string | undefined) => {
    const [request, agent] =
      url.protocol === 'http:' ? [httpRequest, agents.http] : [httpsRequest, agents.https];
    const answer = Promise.withResolvers<{ readonly status: number; readonly text: string }>();
    const outgoing = request(url, { ...options, agent }, (incoming) => {
      limitedText(incoming, MOST_BYTES).then(
        (text) => answer.resolve({ status: incoming.statusCode ?? 0, text }),
        answer.reject,
      );
    });
    outgoing.on('error', answer.reject);
    const deadline = setTimeout(() => {
      answer.reject(new Error('no answer in time'));
      outgoing.destroy();
    }, withinMs);
    outgoing.end(body);
    try {
      return await answer.promise;
    } catch (cause) {
      throw new Error('the provider gave no answer', { cause });
    } finally {
      clearTimeout(deadline);
    }
  };
}

/** An answer that isn't JSON counts as empty. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
