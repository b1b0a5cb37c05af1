/** What `EVENTSTORE_URL` says, taken apart. */
export interface EventStoreDbAddress {
  /** Undefined when it names nobody. */
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
  /** The connection string without them. */
  readonly withoutCredentials: string;
  readonly isInsecure: boolean;
}

const HOST = String.raw`(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?`;
const ADDRESS = new RegExp(
  String.raw`^(?:esdb|kurrentdb)(\+discover)?:\/\/(?:([^@/?]*)@)?(${HOST}(?:,${HOST})*\/?(?:\?[^@]*)?)$`,
  'i',
);

/**
 * Takes a connection string apart, such as `esdb://user:password@host:2113?tls=true`, or with several hosts; also
 * `kurrentdb://`, which means the same. Undefined when it isn't one.
 */
export function parseEventStoreDbAddress(url: string): EventStoreDbAddress | undefined {
  const [matched, discover = '', userInfo, rest = ''] = ADDRESS.exec(url.trim()) ?? [];
  if (matched === undefined) return undefined;
  try {
    const [username = '', ...password] = (userInfo ?? '').split(':').map(decodeURIComponent);
    return {
      credentials: userInfo === undefined ? undefined : { username, password: password.join(':') },
      withoutCredentials: `esdb${discover}://${rest}`,
      isInsecure: /[?&]tls=false(&|$)/i.test(rest),
    };
  } catch {
    return undefined;
  }
}
