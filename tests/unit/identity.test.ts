import fc from 'fast-check';
import { parse, v5 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { derivedId } from '../../src/eventsourcing/identity.ts';

const NAMESPACE = parse('b1f4b6c8-6a35-4c0e-9f5d-2f1c7a0e5d43');

describe('a derived id', () => {
  it('is the UUID v5 that the package makes of the same parts', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.integer())), (parts) => {
        expect(derivedId(...parts)).toBe(v5(Buffer.from(JSON.stringify(parts)), NAMESPACE));
      }),
    );
  });

  it('stays the same for ever', () => {
    expect(derivedId('booking', 'a key of sixteen')).toBe('f996175a-3a45-500c-9dfb-b1721ec21825');
  });

  it('distinguishes parts that are the same when joined', () => {
    expect(derivedId('ab', 'c')).not.toBe(derivedId('a', 'bc'));
  });
});
