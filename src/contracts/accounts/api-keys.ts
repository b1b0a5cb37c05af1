import { z } from 'zod';
import { IdPath, lineField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { AREAS, type Area } from './areas.ts';

const AREA_NAMES = Object.keys(AREAS) as [Area, ...Area[]];
const MOST_CHARACTERS = 60;

const NAME = `Please enter a name of at most ${MOST_CHARACTERS} characters.`;
const CHOSEN = 'Please choose what the key opens.';

const AreaName = z.enum(AREA_NAMES, `Must be one of ${AREA_NAMES.join(', ')}.`);
const Access = z.enum(['read', 'write'], 'Must be read or write.');
const Instant = z.iso.datetime();

/** A key of another program, without its secret. */
export const ApiKey = z.object({
  id: UuidField,
  name: z.string(),
  areas: z.array(AreaName),
  /** `write`: it may read and change. */
  access: Access,
  created_at: Instant,
  /** Name of the administrator who made it, for whom the program acts. */
  created_by: z.string(),
  /** Rounded to the minute; null before its first use. */
  last_used_at: Instant.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const NewApiKey = z.object({
  name: lineField(MOST_CHARACTERS, NAME).min(1, NAME),
  areas: z
    .array(AreaName, CHOSEN)
    .min(1, CHOSEN)
    .max(AREA_NAMES.length, CHOSEN)
    .transform((areas) => AREA_NAMES.filter((area) => areas.includes(area))),
  access: Access,
});

const PATH = '/api/admin/api-keys';

export const listApiKeys = defineOperation({
  method: 'get',
  path: PATH,
  summary: 'The API keys that work, the newest first',
  caller: 'admin',
  roles: 'owners',
  area: null,
  answer: { status: 200, body: z.array(ApiKey) },
});

export const makeApiKey = defineOperation({
  method: 'post',
  path: PATH,
  summary: 'A new API key; it is shown this once',
  caller: 'admin',
  roles: 'owners',
  area: null,
  body: NewApiKey,
  answer: { status: 201, body: z.object({ id: UuidField, key: z.string() }) },
  command: 'make-api-key',
  problems: ['fresh-sign-in-required', 'api-key-shown'],
});

export const revokeApiKey = defineOperation({
  method: 'delete',
  path: `${PATH}/{id}`,
  summary: 'Revoke an API key: it opens nothing any more, from this moment',
  caller: 'admin',
  roles: 'owners',
  area: null,
  params: IdPath,
  answer: { status: 204 },
  command: 'revoke-api-key',
  problems: ['not-found'],
});
