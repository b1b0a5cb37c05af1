import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createSources } from '../../src/features/booking/admission/sources.ts';
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
  const sourcesOf = createSources(
    key,
    { saltsAt: async () => ({ current: saltOf(month), previous: salts.get(before[month] ?? '') }) },
    () => new Date(`${month}-15T00:00:00Z`),
  );
  return {
    salts,
    sourcesOf,
    monthIs: (name: string) => {
      month = name;
    },
  };
}

describe('the hash of an address', () => {
  it('is the same within a month, and another one for each address', async () => {
    const { sourcesOf } = givenMonths();
    const { current, all } = await sourcesOf(ADDRESS, undefined);
    expect(await sourcesOf(ADDRESS, undefined)).toEqual({ current, all: [current] });
    expect(all).toEqual([current]);
    expect((await sourcesOf('192.0.2.2', undefined)).current.address).not.toBe(current.address);
  });

  it('is another one in the next month, in which the previous one is still found', async () => {
    const { sourcesOf, monthIs } = givenMonths();
    const november = await sourcesOf(ADDRESS, undefined);
    monthIs('2026-12');
    const december = await sourcesOf(ADDRESS, undefined);
    expect(december.current).not.toEqual(november.current);
    expect(december.all).toEqual([december.current, november.current]);
    monthIs('2027-01');
    const january = await sourcesOf(ADDRESS, undefined);
    expect(january.all).toEqual([january.current, december.current]);
  });

  it('can be told by nobody without its salt, nor with the salt alone', async () => {
    const { sourcesOf, salts } = givenMonths();
    const { current } = await sourcesOf(ADDRESS, undefined);
    expect((await givenMonths().sourcesOf(ADDRESS, undefined)).current).not.toEqual(current);
    const another = givenMonths({ key: randomBytes(32), salts });
    expect((await another.sourcesOf(ADDRESS, undefined)).current).not.toEqual(current);
    const [salt] = salts.values();
    const withSaltAlone = createHmac('sha256', salt ?? '')
      .update(ADDRESS)
      .digest('base64url');
    expect(withSaltAlone).not.toContain(current.address);
  });

  it('goes with that of the network of IPv6, which all its households share', async () => {
    const { sourcesOf } = givenMonths();
    const [one, another] = await Promise.all([
      sourcesOf('2001:db8:1:100::/56', '2001:db8:1::/48'),
      sourcesOf('2001:db8:1:200::/56', '2001:db8:1::/48'),
    ]);
    expect(one.current.network).toBeDefined();
    expect(another.current.network).toBe(one.current.network);
    expect(another.current.address).not.toBe(one.current.address);
    expect((await sourcesOf(ADDRESS, undefined)).current).not.toHaveProperty('network');
  });

  it('is what a booking event takes', async () => {
    const { sourcesOf } = givenMonths();
    const { source } = bookingEventTypes.BookingRequested.data.shape;
    for (const network of [undefined, '2001:db8:1::/48']) {
      const { current } = await sourcesOf('2001:db8:1:100::/56', network);
      expect(source.parse(current)).toEqual(current);
    }
  });
});
