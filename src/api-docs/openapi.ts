import { z } from 'zod';
import { mayCall, ROLES } from '../contracts/accounts/roles.ts';
import { IdempotencyKeyField } from '../contracts/fields.ts';
import type { Answer, CallerKind, Operation } from '../contracts/operation.ts';
import { problemsOf, queriesOf } from '../contracts/operation-rules.ts';
import { OPERATIONS } from '../contracts/operations.ts';
import { PROBLEMS, Problem } from '../contracts/problem.ts';
import type { ApiDocument } from './page.ts';

type Json = Record<string, unknown>;

/** JSON Schema of a value as clients send it: before the schema's transformations. */
function jsonSchema(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io: 'input',
    unrepresentable: 'any',
  });
  return rest;
}

function parametersIn(location: 'path' | 'query' | 'header', shape: z.ZodType | undefined): Json[] {
  const { properties = {}, required = [] } = shape ? jsonSchema(shape) : {};
  return Object.entries(properties as Json).map(([name, schema]) => ({
    name,
    in: location,
    required: (required as string[]).includes(name),
    schema,
  }));
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Made new for each submit; a retry with the same key never applies the command twice.',
  schema: jsonSchema(IdempotencyKeyField),
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description:
    'The version that the sender saw, in quotation marks, as the ETag or `version` said: the command is refused with 412 when somebody else was faster.',
  schema: { type: 'string', examples: ['"3"'] },
};

/** Whether a command changes something that already exists, and that therefore has a version. */
const isChange = ({ command, method, params, caller }: Operation): boolean =>
  command !== undefined && (method === 'patch' || params !== undefined || caller === 'link');

/** The bearer tokens that each kind of caller may send; one of them is needed. */
const SECURITY: Readonly<Record<CallerKind, readonly Json[]>> = {
  public: [],
  link: [{ managementToken: [] }],
  user: [{ accessToken: [] }],
  admin: [{ accessToken: [] }],
};

/** The area that an API key needs, and the access: `bookings:read`. OpenAPI has a place for such names, and no rule for them. */
const keyFor = ({ area, method }: Operation): readonly Json[] =>
  area == null ? [] : [{ apiKey: [`${area}:${method === 'get' ? 'read' : 'write'}`] }];

const bearer = (description: string): Json => ({ type: 'http', scheme: 'bearer', description });

function parametersOf(operation: Operation): Json[] {
  return [
    ...parametersIn('path', operation.params),
    ...queriesOf(operation).flatMap((part) => parametersIn('query', part)),
    ...parametersIn('header', operation.headers),
    ...(operation.command === undefined ? [] : [IDEMPOTENCY_KEY]),
    ...(isChange(operation) ? [{ ...IF_MATCH, required: operation.needsVersion === true }] : []),
  ];
}

function responsesOf(operation: Operation): Json {
  const byStatus = Map.groupBy(problemsOf(operation), (code) => PROBLEMS[code].status);
  const refusals = [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].detail}`).join('\n\n'),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ]);
  const { answer } = operation;
  return { [answer.status]: { description: 'Done.', ...contentOf(answer) }, ...Object.fromEntries(refusals) };
}

function contentOf(answer: Answer): Json {
  if (!('body' in answer)) return {};
  const content =
    typeof answer.body === 'string'
      ? { [answer.body]: { schema: { type: 'string' } } }
      : { [answer.type ?? 'application/json']: { schema: jsonSchema(answer.body) } };
  const headers = Object.entries(('headers' in answer && answer.headers) || {}).map(([name, description]) => [
    name,
    { description, schema: { type: 'string' } },
  ]);
  return { ...(headers.length > 0 && { headers: Object.fromEntries(headers) }), content };
}

/** Raw bytes: since OpenAPI 3.1, a schema that says nothing. */
const BYTES: Json = {};

function describe(operation: Operation): Json {
  const { summary, caller, roles, body, upload } = operation;
  const security = [...SECURITY[caller], ...keyFor(operation)];
  return {
    summary,
    parameters: parametersOf(operation),
    ...(security.length > 0 && { security }),
    // OpenAPI has no place of its own for it.
    ...(roles && { 'x-roles': ROLES.filter((role) => mayCall(role, { roles })) }),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body) } } },
    }),
    ...(upload && {
      requestBody: {
        required: true,
        content: Object.fromEntries(upload.types.map((type) => [type, { schema: BYTES }])),
      },
    }),
    responses: responsesOf(operation),
  };
}

/** The API's description in OpenAPI 3.1, generated from the same contracts that the API's routes use. */
export function openApi(title: string, serverUrl: string): ApiDocument {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  const document: Json = {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: serverUrl }],
    paths,
    components: {
      schemas: { Problem: jsonSchema(Problem) },
      securitySchemes: {
        managementToken: bearer('The token of a private link.'),
        accessToken: bearer('The access token of somebody who is signed in.'),
        apiKey: bearer(
          'A key that an administrator makes for a program, in the settings under Connections. It opens its areas, to read or also to write.',
        ),
      },
    },
  };
  return document as Json & ApiDocument;
}
