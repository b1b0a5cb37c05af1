export interface Host {
  readonly name: string;
  readonly port: number;
}

/** `EVENTSTORE_URL`, parsed. */
export interface EventStoreDbAddress {
  /** Undefined when the address names no user. */
  readonly credentials: { readonly username: string; readonly password: string } | undefined;
  readonly scheme: 'esdb' | 'esdb+discover';
  readonly hosts: readonly Host[];
  /** The client's options by their names, as they are written in the address. */
  readonly options: ReadonlyMap<string, string>;
  /** Paths of the certificate files that the address names, by option. */
  readonly files: Readonly<Partial<Record<FileOption, string>>>;
  readonly isInsecure: boolean;
}

const FILE_OPTIONS = ['tlsCAFile', 'userCertFile', 'userKeyFile'] as const;
type FileOption = (typeof FILE_OPTIONS)[number];

const HOST = String.raw`(?:[\w.-]+|\[[\da-f:]+\])(?::\d{1,5})?`;
const ADDRESS = new RegExp(
  String.raw`^(?:esdb|kurrentdb)(\+discover)?:\/\/(?:([^@/?]*)@)?(${HOST}(?:,${HOST})*)\/?(?:\?([^@]*))?$`,
  'i',
);
const DEFAULT_PORT = 2113;

const hostOf = (text: string): Host => {
  const [, name = text, port] = /^(.*?)(?::(\d+))?$/.exec(text) ?? [];
  return { name, port: Number(port ?? DEFAULT_PORT) };
};

/** The value of an option. The client accepts names in any case, with dashes or underscores. */
export const optionIn = (
  { options }: Pick<EventStoreDbAddress, 'options'>,
  name: string,
): string | undefined => {
  const flat = (text: string) => text.toLowerCase().replace(/[_-]/g, '');
  for (const [key, value] of options) if (flat(key) === flat(name)) return value;
  return undefined;
};

/**
 * Parses a connection string, such as `esdb://user:password@host:2113?tls=true`. It may name several hosts, and it may begin
 * with `kurrentdb://`, which means the same. Undefined when the text is no connection string.
 */
export function parseEventStoreDbAddress(url: string): EventStoreDbAddress | undefined {
  const [matched, discover, userInfo, hosts = '', query = ''] = ADDRESS.exec(url.trim()) ?? [];
  if (matched === undefined) return undefined;
  const pairs = query === '' ? [] : query.split('&').map((pair) => pair.split(/=(.*)/s));
  if (pairs.some(([key, value]) => !key || !value)) return undefined;
  const options = new Map(pairs.map(([key = '', value = '']) => [key, value]));
  try {
    const [username = '', ...password] = (userInfo ?? '').split(':').map(decodeURIComponent);
    return {
      credentials: userInfo === undefined ? undefined : { username, password: password.join(':') },
      scheme: discover === undefined ? 'esdb' : 'esdb+discover',
      hosts: hosts.split(',').map(hostOf),
      options,
      files: Object.fromEntries(
        FILE_OPTIONS.flatMap((option) => {
          const path = optionIn({ options }, option);
          return path === undefined ? [] : [[option, decodeURIComponent(path)]];
        }),
      ),
      isInsecure: optionIn({ options }, 'tls')?.toLowerCase() === 'false',
    };
  } catch {
    return undefined;
  }
}

/** The nodes that the address names, each as `host:port`. */
export const nodesOf = ({ hosts }: EventStoreDbAddress): string[] =>
  hosts.map(({ name, port }) => `${name}:${port}`);

/** Whether the address names a cluster, whose nodes are asked for the leader. */
export const isCluster = ({ scheme, hosts }: EventStoreDbAddress): boolean =>
  scheme === 'esdb+discover' || hosts.length > 1;

/** The address for a client, without user and password. @param nodes the nodes to connect to; those of the address when left out */
export const connectionString = (
  address: EventStoreDbAddress,
  nodes: readonly string[] = nodesOf(address),
): string => {
  const { scheme, options } = address;
  const query = [...options].map(([key, value]) => `${key}=${value}`);
  return `${scheme}://${nodes.join(',')}${query.length > 0 ? `?${query.join('&')}` : ''}`;
};
