import type { RequestClient } from 'twilio';

/** Some time for the answer's way back is left of the ten seconds that a call may take. */
const CALL_WITHIN_MS = 8_000;

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
 * What Twilio's client makes its requests with. Its own gives up only on a silent socket, and so waits for as long as an
 * answer trickles in; this one has a deadline for the whole of it.
 *
 * @param baseUrl instead of Twilio's
 */
export function twilioHttp(
  baseUrl: string | undefined,
  callWithinMs = CALL_WITHIN_MS,
): Pick<RequestClient, 'request'> {
  return {
    async request({ method, uri, username = '', password = '', headers, params, data }) {
      const url = new URL(uri);
      const target = new URL(`${url.pathname}${url.search}`, baseUrl ?? url.origin);
      for (const [name, value] of encoded(params)) target.searchParams.append(name, value);
      const response = await fetch(target, {
        method: method.toUpperCase(),
        headers: {
          ...(headers as Record<string, string>),
          authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
        },
        ...(method === 'post' && { body: encoded(data as object | undefined) }),
        redirect: 'manual',
        signal: AbortSignal.timeout(callWithinMs),
      });
      const text = await response.text();
      return {
        statusCode: response.status,
        body: parsed(text) as never,
        headers: {},
        toString: () => 'Response',
      };
    },
  };
}

/** An answer that isn't JSON says nothing. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
