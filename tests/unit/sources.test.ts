import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSenderHashes } from '../../src/adapters/secrets/sender-hashes.ts';
import { bookingEventTypes } from '../../src/features/booking/appointment/events.ts';

const KEY = randomBytes(32);
const ADDRESS = '192.0.2.1';

/** Salts by the month, as they are kept until they are forgotten. */
function givenMonths({ key = KEY, salts = new Map<string, Buffer>() } = {}) {
  let month = '2026-11';
  const saltOf = (name: string) => {
    const salt = salts.get(name) ?? randomBytes(32);
    salts.set(name, salt);
    return salt;
  };
  const before: Readonly<Record<string, string>> = { '2026-12': '2026-11', '2027-01': '2026-12' };
  const hashesOf = createSenderHashes(
    key,
    { saltsAt: async () => ({ current: saltOf(month), previous: salts.get(before[month] ?? '') }) },
    () => new Date(`${month}-15T00:00:00Z`),
  );
  return {
    salts,
    hashesOf,
    monthIs: (name: string) => {
      month = name;
    },
  };
}

describe('the hash of an address', () => {
  it('is the same within a month, and another one for each address', async () => {
    const { hashesOf } = givenMonths();
    const { current, all } = await hashesOf(ADDRESS);
    expect(await hashesOf(ADDRESS)).toEqual({ current, all: [current] });
    expect(all).toEqual([current]);
    expect((await hashesOf('192.0.2.2')).current).not.toBe(current);
  });

  it('is another one in the next month, in which the previous one is still found', async () => {
    const { hashesOf, monthIs } = givenMonths();
    const november = await hashesOf(ADDRESS);
    monthIs('2026-12');
    const december = await hashesOf(ADDRESS);
    expect(december.current).not.toEqual(november.current);
    expect(december.all).toEqual([december.current, november.current]);
    monthIs('2027-01');
    const january = await hashesOf(ADDRESS);
    expect(january.all).toEqual([january.current, december.current]);
  });

  it('can be told by nobody without its salt, nor with the salt alone', async () => {
    const { hashesOf, salts } = givenMonths();
    const { current } = await hashesOf(ADDRESS);
    expect((await givenMonths().hashesOf(ADDRESS)).current).not.toEqual(current);
    const another = givenMonths({ key: randomBytes(32), salts });
    expect((await another.hashesOf(ADDRESS)).current).not.toEqual(current);
    const [salt] = salts.values();
    const withSaltAlone = createHmac('sha256', salt ?? '')
      .update(ADDRESS)
      .digest('base64url');
    expect(withSaltAlone).not.toContain(current);
  });

  it('is what a booking event takes', async () => {
    const { hashesOf } = givenMonths();
    const { source } = bookingEventTypes.BookingRequested.data.shape;
    const { current: address } = await hashesOf('2001:db8:1:100::/56');
    expect(source.parse({ address })).toEqual({ address });
  });
});
