import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { parse, Scalar } from 'yaml';
import { TEST_SECRET_KEY } from '../server/secret-key.ts';

/** Compose files as Docker Compose reads them: interpolated, and merged where several are given. */

const ROOT = join(import.meta.dirname, '../../..');

export interface ComposeService {
  readonly image?: string;
  readonly build?: unknown;
  readonly platform?: string;
  readonly restart?: string;
  readonly stop_grace_period?: string;
  readonly env_file?: unknown;
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly ports?: readonly string[];
  /** `volume:/where` or `./path:/where`, or the long form. */
  readonly volumes?: readonly (string | { readonly source: string; readonly target: string })[];
  readonly networks?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly network_mode?: string;
  readonly user?: string;
  readonly command?: readonly string[];
  readonly read_only?: boolean;
  readonly tmpfs?: readonly string[];
  readonly cap_drop?: readonly string[];
  readonly cap_add?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly ulimits?: { readonly nofile?: number };
}

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
  readonly volumes?: Readonly<Record<string, unknown>>;
  readonly networks?: Readonly<Record<string, { readonly internal?: boolean } | null>>;
}

export const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** `!reset` takes away what an earlier file gave. */
const RESET = Symbol('reset');
const reset = {
  tag: '!reset',
  collection: 'seq' as const,
  resolve: () => Object.assign(new Scalar(RESET), { type: undefined }),
};

const VARIABLE = /\$(?:\$|\{(\w+)(?:(:?[-?])([^}]*))?\})/g;

/** Names of the variables that a text takes from the environment. */
export const variablesIn = (text: string): string[] =>
  [...text.matchAll(VARIABLE)].flatMap(([, name]) => name ?? []);

/** @throws Error for a required variable that has no value */
function interpolated(value: unknown, env: Readonly<Record<string, string>>): unknown {
  if (typeof value === 'string') {
    return value.replace(VARIABLE, (whole: string, name?: string, operator = '', word = '') => {
      if (name === undefined) return whole.slice(1);
      const given = env[name];
      if (given !== undefined && (given !== '' || !operator.startsWith(':'))) return given;
      if (operator.endsWith('?')) throw new Error(`${name} is required: ${word}`);
      return word;
    });
  }
  if (Array.isArray(value)) return value.map((item) => interpolated(item, env));
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, interpolated(item, env)]));
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Lists that a later file replaces; all others grow. */
const REPLACED = new Set(['command', 'entrypoint', 'test']);

function merged(below: unknown, above: unknown, name = ''): unknown {
  if (above === RESET) return undefined;
  if (above === undefined) return below;
  if (Array.isArray(below) && Array.isArray(above) && !REPLACED.has(name)) return [...below, ...above];
  if (!isMap(below) || !isMap(above)) return above;
  const keys = new Set([...Object.keys(below), ...Object.keys(above)]);
  return Object.fromEntries([...keys].map((key) => [key, merged(below[key], above[key], key)]));
}

/** One file as it stands; variables are left as they are written. */
export const parsedFile = (file: string): Record<string, unknown> =>
  parse(textOf(file), { merge: true, customTags: [reset] });

/** These files as Compose merges them, with these variables. @throws Error for a required one without a value */
export function composeFile(files: readonly string[], env: Readonly<Record<string, string>>): ComposeFile {
  return interpolated(
    files.map(parsedFile).reduce<unknown>((below, above) => merged(below, above), {}),
    env,
  ) as ComposeFile;
}

/** The variables that `.env.example` names, with its values. */
export const EXAMPLE = parseEnv(textOf('.env.example')) as Record<string, string>;

/** The same, with values for those that have none there. */
export const FILLED_IN = {
  ...EXAMPLE,
  PUBLIC_URL: 'https://salon.example',
  SECRET_KEY: TEST_SECRET_KEY,
  POSTGRES_PASSWORD: '0f3b6a1c9d',
  DATABASE_PASSWORD: '7d2e9f4b1a',
  SMTP_URL: 'smtps://salon:4c8e1f@smtp.example',
  EVENTSTORE_ADMIN_PASSWORD: '8e5d2c7b4a',
  EVENTSTORE_OPS_PASSWORD: '1a9c3e5b7d',
};
