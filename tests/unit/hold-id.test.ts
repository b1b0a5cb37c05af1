import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { UuidField } from '../../src/contracts/fields.ts';
import { dateOfHold, holdIdOf } from '../../src/features/booking/agenda/hold-id.ts';

describe("a hold's id", () => {
  it('is a UUID of version 8 that leads to its day', () => {
    const id = holdIdOf(randomUUID(), '2026-11-24');
    expect(UuidField.parse(id)).toBe(id);
    expect(id).toMatch(/^20261124-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(dateOfHold(id)).toBe('2026-11-24');
  });

  it('is the same for a retry, and another for another command', () => {
    const command = randomUUID();
    expect(holdIdOf(command, '2026-11-24')).toBe(holdIdOf(command, '2026-11-24'));
    expect(holdIdOf(command, '2026-11-24')).not.toBe(holdIdOf(randomUUID(), '2026-11-24'));
  });

  it.each(['00000000-0000-4000-8000-000000000001', '20260230-0000-8000-8000-000000000001', 'no-id'])(
    'leads nowhere when it never was one: %s',
    (id) => {
      expect(dateOfHold(id)).toBeNull();
    },
  );
});
