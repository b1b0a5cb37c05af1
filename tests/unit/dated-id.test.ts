import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { UuidField } from '../../src/contracts/fields.ts';
import { datedId, dateOfId } from '../../src/features/booking/agenda/dated-id.ts';

describe("a hold's id", () => {
  it('is a UUID of version 8 that leads to its day', () => {
    const id = datedId('hold', randomUUID(), '2026-11-24');
    expect(UuidField.parse(id)).toBe(id);
    expect(id).toMatch(/^20261124-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(dateOfId(id)).toBe('2026-11-24');
  });

  it('is the same for a retry, and another for another command', () => {
    const command = randomUUID();
    expect(datedId('hold', command, '2026-11-24')).toBe(datedId('hold', command, '2026-11-24'));
    expect(datedId('hold', command, '2026-11-24')).not.toBe(datedId('hold', randomUUID(), '2026-11-24'));
  });

  it.each(['00000000-0000-4000-8000-000000000001', '20260230-0000-8000-8000-000000000001', 'no-id'])(
    'leads nowhere when it never was one: %s',
    (id) => {
      expect(dateOfId(id)).toBeNull();
    },
  );
});
