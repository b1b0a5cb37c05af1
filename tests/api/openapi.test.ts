import { describe, expect, it } from 'vitest';
import { openApi } from '../../src/api-docs/openapi.ts';
import { problemsOf } from '../../src/contracts/operation-rules.ts';
import { OPERATIONS } from '../../src/contracts/operations.ts';
import { PROBLEMS } from '../../src/contracts/problem.ts';

type Json = { readonly [name: string]: unknown };

const document = openApi('The salon', 'https://salon.example') as unknown as Json & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
};

/** Every `$ref` anywhere in the document. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    name === '$ref' && typeof part === 'string' ? [part] : references(part),
  );
}

function resolves(reference: string): boolean {
  const steps = reference.replace(/^#\//, '').split('/');
  return steps.reduce<unknown>((at, step) => (at as Json | undefined)?.[step], document) !== undefined;
}

describe('the OpenAPI document', () => {
  it('covers exactly the operations of the contracts', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(OPERATIONS.map(({ method, path }) => `${method} ${path}`).sort());
  });

  it('is OpenAPI 3.1 with a summary, answers and only references that lead somewhere', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'The salon', version: '1' } });
    for (const methods of Object.values(document.paths)) {
      for (const operation of Object.values(methods)) {
        expect(operation).toMatchObject({
          summary: expect.stringMatching(/\w/),
          responses: expect.any(Object),
        });
      }
    }
    expect(references(document).filter((reference) => !resolves(reference))).toEqual([]);
  });

  it('names every status that an operation can refuse with', () => {
    for (const operation of OPERATIONS) {
      const { method, path } = operation;
      const responses = Object.keys((document.paths[path]?.[method]?.responses ?? {}) as Json);
      expect(responses).toEqual(
        expect.arrayContaining(problemsOf(operation).map((code) => String(PROBLEMS[code].status))),
      );
    }
  });

  it('describes every variable part of a path', () => {
    for (const { method, path } of OPERATIONS) {
      const parameters = (document.paths[path]?.[method]?.parameters ?? []) as readonly Json[];
      const described = parameters.filter((parameter) => parameter.in === 'path');
      const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(described.map(({ name }) => name)).toEqual(names);
      expect(described.every(({ required }) => required === true)).toBe(true);
    }
  });

  it('takes a version for each change of something that exists, and for nothing else', () => {
    const takesVersion = OPERATIONS.filter(({ method, path }) => {
      const parameters = (document.paths[path]?.[method]?.parameters ?? []) as readonly Json[];
      return parameters.some(({ name }) => name === 'If-Match');
    });
    const commands = OPERATIONS.filter(({ command }) => command !== undefined);
    expect(takesVersion.map(({ command }) => command)).toEqual(
      commands
        .filter(({ method, path, caller }) => method === 'patch' || path.includes('{') || caller === 'link')
        .map(({ command }) => command),
    );
    expect(takesVersion.length).toBeGreaterThan(8);
  });

  it('asks for the token of a link or of staff where the contracts do', () => {
    for (const { method, path, caller, area } of OPERATIONS) {
      const security = document.paths[path]?.[method]?.security;
      const tokens = {
        public: undefined,
        link: 'managementToken',
        user: 'accessToken',
        admin: 'accessToken',
      };
      const token = tokens[caller];
      const key = area && { apiKey: [`${area}:${method === 'get' ? 'read' : 'write'}`] };
      expect(security).toEqual(token && [{ [token]: [] }, ...(key ? [key] : [])]);
      const { securitySchemes } = document.components as { readonly securitySchemes: Json };
      for (const scheme of (security ?? []) as readonly Json[])
        expect(securitySchemes).toMatchObject(
          Object.fromEntries(Object.keys(scheme).map((name) => [name, { scheme: 'bearer' }])),
        );
    }
  });
});
