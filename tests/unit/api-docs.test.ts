import { describe, expect, it } from 'vitest';
import { html } from '../../src/adapters/html.ts';
import { openApi } from '../../src/api-docs/openapi.ts';
import { apiDocsPage } from '../../src/api-docs/page.ts';
import { fieldsOf } from '../../src/api-docs/schema-fields.ts';
import { PhoneField } from '../../src/contracts/fields.ts';
import { problemsOf } from '../../src/contracts/operation-rules.ts';
import { OPERATIONS } from '../../src/contracts/operations.ts';
import { PROBLEMS } from '../../src/contracts/problem.ts';

const page = apiDocsPage(openApi('Scissors & <Sons>', 'https://salon.example'), []);

describe('the page about the API', () => {
  it('lists every operation with each of its problems', () => {
    for (const operation of OPERATIONS) {
      const { path, summary } = operation;
      expect(page).toContain(` ${path}</code>`);
      expect(page).toContain(html`${summary}`.html);
      for (const code of problemsOf(operation)) expect(page).toContain(`${PROBLEMS[code].status} ${code}`);
    }
  });

  it('links its contents to every section, each with an id of its own', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
    expect(links).toHaveLength(OPERATIONS.length + 1);
  });

  it('needs no script and nothing from other sites', () => {
    expect(page).not.toMatch(/<script|\son\w+=|javascript:/i);
    const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"|url\("([^"]*)"/g)].map(([, a, b]) => a ?? b);
    expect(addresses.filter((address) => !/^[/#]/.test(address ?? ''))).toEqual([]);
  });

  it('names the token that an operation needs', () => {
    const operation = { summary: 'An operation', parameters: [], responses: {} };
    const pageOf = (security: readonly Record<string, string[]>[]) =>
      apiDocsPage(
        {
          info: { title: 'Salon' },
          servers: [],
          paths: { '/api/x': { get: { ...operation, security } } },
        },
        [],
      );
    expect(pageOf([])).not.toContain('Needs');
    expect(pageOf([{ managementToken: [] }])).toContain('Needs the booking’s management token');
    expect(pageOf([{ accessToken: [] }])).toContain('Needs the access token');
    expect(pageOf([{ accessToken: [] }, { apiKey: ['bookings:read'] }])).toContain(
      'signed-in user or an API key for <code>bookings:read</code> as',
    );
  });

  it('says what a pattern can not', () => {
    expect(page).toContain(`${PhoneField.description}`);
  });

  it('shows a name with special characters as text', () => {
    expect(page).toContain('Scissors &amp; &lt;Sons&gt;');
    expect(page).not.toContain('<Sons>');
  });
});

describe('the fields of a schema', () => {
  it('are listed with nested ones, their types and whether they may be left out', () => {
    const service = { type: 'object', properties: { id: { type: 'string', format: 'uuid', pattern: 'x' } } };
    const fields = fieldsOf({
      type: 'object',
      properties: {
        name: { type: 'string', minLength: 2, maxLength: 100 },
        day: { type: 'integer', minimum: 0, maximum: 6 },
        note: { anyOf: [{ type: 'string', pattern: '^x$' }, { type: 'null' }] },
        services: { type: 'array', minItems: 1, items: service },
        status: { type: 'string', enum: ['open', 'closed'] },
        consent: { type: 'boolean', const: true },
      },
      required: ['name'],
    });
    expect(fields).toEqual([
      { path: 'name', type: 'text, 2 to 100 characters', required: true, pattern: null, description: null },
      { path: 'day', type: 'whole number, 0 to 6', required: false, pattern: null, description: null },
      { path: 'note', type: 'text or null', required: false, pattern: null, description: null },
      {
        path: 'services',
        type: 'list of objects, at least 1',
        required: false,
        pattern: null,
        description: null,
      },
      { path: 'services[].id', type: 'UUID', required: false, pattern: null, description: null },
      { path: 'status', type: '"open" or "closed"', required: false, pattern: null, description: null },
      { path: 'consent', type: 'always true', required: false, pattern: null, description: null },
    ]);
  });

  it('are named from the list that they stand in, when that is all there is', () => {
    const schema = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
    expect(fieldsOf(schema).map(({ path }) => path)).toEqual(['[].id']);
    expect(fieldsOf({ type: 'string' })).toEqual([
      { path: '', type: 'text', required: true, pattern: null, description: null },
    ]);
  });
});
