import { describe, expect, it } from 'vitest';
import { openApi } from '../../src/api-docs/openapi.ts';
import { apiDocsPage } from '../../src/api-docs/page.ts';
import { fieldsOf } from '../../src/api-docs/schema-fields.ts';
import { problemsOf } from '../../src/contracts/operation.ts';
import { OPERATIONS } from '../../src/contracts/operations.ts';
import { PROBLEMS } from '../../src/contracts/problem.ts';
import { html } from '../../src/http/html.ts';

const page = apiDocsPage(openApi('Scissors & <Sons>', 'https://salon.example'), []);

describe('the page about the HTTP interface', () => {
  it('tells every operation, and each reason for which it refuses', () => {
    for (const operation of OPERATIONS) {
      const { path, summary } = operation;
      expect(page).toContain(` ${path}</code>`);
      expect(page).toContain(html`${summary}`.html);
      for (const code of problemsOf(operation)) expect(page).toContain(`${PROBLEMS[code].status} ${code}`);
    }
  });

  it('leads from its contents to every section, each under an id of its own', () => {
    const ids = [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    const links = [...page.matchAll(/ href="#([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(links.filter((link) => !ids.includes(link))).toEqual([]);
    expect(links).toHaveLength(OPERATIONS.length + 1);
  });

  it('needs no script and nothing from elsewhere', () => {
    expect(page).not.toMatch(/<script|\son\w+=|javascript:/i);
    const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"|url\("([^"]*)"/g)].map(([, a, b]) => a ?? b);
    expect(addresses.filter((address) => !/^[/#]/.test(address ?? ''))).toEqual([]);
  });

  it('shows a name with special characters as text', () => {
    expect(page).toContain('Scissors &amp; &lt;Sons&gt;');
    expect(page).not.toContain('<Sons>');
  });
});

describe('the fields of a schema', () => {
  it('are told with those inside them, what they are and whether they may be left out', () => {
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
      { path: 'name', type: 'text, 2 to 100 characters', required: true, pattern: null },
      { path: 'day', type: 'whole number, 0 to 6', required: false, pattern: null },
      { path: 'note', type: 'text or null', required: false, pattern: null },
      { path: 'services', type: 'list of objects, at least 1', required: false, pattern: null },
      { path: 'services[].id', type: 'UUID', required: false, pattern: null },
      { path: 'status', type: '"open" or "closed"', required: false, pattern: null },
      { path: 'consent', type: 'always true', required: false, pattern: null },
    ]);
  });

  it('are named from the list that they stand in, when that is all there is', () => {
    const schema = { type: 'array', items: { type: 'object', properties: { id: { type: 'string' } } } };
    expect(fieldsOf(schema).map(({ path }) => path)).toEqual(['[].id']);
    expect(fieldsOf({ type: 'string' })).toEqual([{ path: '', type: 'text', required: true, pattern: null }]);
  });
});
