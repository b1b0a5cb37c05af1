import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createLogger } from '../../src/adapters/logger.ts';
import { StoreUnavailable } from '../../src/eventsourcing/event-store.ts';

/** The line that an error leaves in the log. */
function logged(err: unknown): Readonly<Record<string, unknown>> & { readonly text: string } {
  const lines: string[] = [];
  createLogger('info', { write: (line) => lines.push(line) }).error({ err }, 'It failed.');
  return { ...JSON.parse(lines[0] ?? '').err, text: lines.join('') };
}

const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

const databaseError = (code: string, message: string) =>
  Object.assign(new pg.DatabaseError(message, 1, 'error'), { code });

const PERSON = 'Ada Lovelace';

describe('an error in the log', () => {
  it('is logged by its type, code, message and stack', () => {
    const error = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
    expect(logged(error)).toMatchObject({
      type: 'Error',
      kind: 'ECONNREFUSED',
      reason: 'connect ECONNREFUSED',
      stack: expect.stringContaining('logger.test.ts'),
    });
  });

  it('is logged with its cause', () => {
    const cause = databaseError('57P01', 'terminating connection');
    expect(logged(new StoreUnavailable('the log is away', { cause }))).toMatchObject({
      type: 'StoreUnavailable',
      reason: 'the log is away',
      cause: { kind: '57P01', reason: 'terminating connection' },
    });
  });

  it.each([
    ['JSON that is none', thrownBy(() => JSON.parse(PERSON))],
    ['a number that is none', thrownBy(() => BigInt(PERSON))],
    ['a field of a text', thrownBy(() => 'x' in (PERSON as unknown as object))],
    ['a field put into a text', thrownBy(() => Object.assign(PERSON as unknown as object, { 0: 'x' }))],
    ['a zone that is none', thrownBy(() => new Intl.DateTimeFormat('en', { timeZone: PERSON }))],
    ['a shape', thrownBy(() => z.strictObject({}).parse({ [PERSON]: 1 }))],
    ['a value of a row', databaseError('22P02', `invalid input syntax for type uuid: "${PERSON}"`)],
    ['a key of a row', databaseError('23505', `Key (name)=(${PERSON}) already exists`)],
    ['a cause', new StoreUnavailable('away', { cause: thrownBy(() => JSON.parse(PERSON)) })],
  ])('never quotes what a person typed: %s', (_, error) => {
    const line = logged(error);
    expect(line.text).not.toMatch(/\bAda\b|Lovelace/);
    expect(line.stack).toContain('    at ');
    expect(line.type).toMatch(/\w/);
  });

  it('may be anything that was thrown', () => {
    expect(logged(PERSON).text).not.toContain(PERSON);
  });
});
