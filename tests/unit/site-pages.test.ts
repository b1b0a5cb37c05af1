import { matchPath } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import {
  matchesPath,
  NAMED_PAGES,
  type NamedPage,
  pageAt,
  SITE_PAGES,
} from '../../src/contracts/salon/site-pages.ts';
import { isPrivateAddress, NOT_SEARCHED } from '../../src/site/addresses.ts';
import { PRERENDERED } from '../../src/site/rendered-pages.ts';

const nameAt = (address: string) => pageAt(address)?.name;

describe('the page table', () => {
  it('finds the page at an address, with or without a slash at its end', () => {
    expect(nameAt('/')).toBe('home');
    expect(nameAt('/services/')).toBe('services');
    expect(nameAt('/b/aB3dE6gH9jK2')).toBe('shortLink');
    expect(nameAt('/m/token')).toBe('manageByToken');
    expect(nameAt('/booking/some-id/manage')).toBe('manage');
    expect(nameAt('/book-now')).toBe('book');
  });

  it.each([
    '/nowhere',
    '/Services',
    '/services/x',
    '/m',
    '/m/',
    '/m/a/b',
    '/booking/a',
    '',
    '/not-found',
    '/admin/invoices',
  ])('has none at %o', (address) => {
    expect(pageAt(address)).toBeUndefined();
  });

  it('finds the pages of signing in and of the admin area', () => {
    expect(nameAt('/auth')).toBe('auth');
    expect(nameAt('/admin/')).toBe('admin');
    expect(nameAt('/admin/account')).toBe('account');
    expect(nameAt('/admin/appointments')).toBe('appointments');
    expect(nameAt('/admin/appointments/some-id')).toBe('appointments');
    expect(nameAt('/admin/appointments/some-id/more')).toBeUndefined();
  });

  it('agrees with the router of the browser about every address', () => {
    const segments = ['', 'b', 'm', 'booking', 'manage', 'services', 'admin', 'appointments', 'auth'];
    const addresses = segments.flatMap((first) =>
      segments.flatMap((second) =>
        segments.flatMap((third) => [`/${first}`, `/${first}/${second}`, `/${first}/${second}/${third}`]),
      ),
    );
    const patterns = Object.values(SITE_PAGES).map(({ path }) => path);
    const matched = new Set<string>();
    for (const address of addresses.filter((text) => !text.includes('//'))) {
      for (const path of patterns) {
        const expected = matchPath({ path, caseSensitive: true }, address) !== null;
        expect({ path, address, matches: matchesPath(path, address) }).toEqual({
          path,
          address,
          matches: expected,
        });
        if (expected) matched.add(path);
      }
    }
    expect(matched).toContain('/booking/:id/manage');
    expect(matched).toContain('/admin/appointments/:id?');
  });

  it('gives no address to two pages', () => {
    const addressesOf = ({ path, aliases = [] }: NamedPage) => [path, ...aliases];
    for (const address of NAMED_PAGES.flatMap(addressesOf)) {
      const pages = NAMED_PAGES.filter((page) =>
        addressesOf(page).some((path) => matchesPath(path, address)),
      );
      expect(pages).toHaveLength(1);
    }
  });

  it('prerenders the pages that are the same for everybody', () => {
    expect(PRERENDERED).toEqual([
      '/',
      '/services',
      '/gallery',
      '/book',
      '/terms-conditions',
      '/privacy-policy',
    ]);
  });

  it('keeps search engines away from all others, built or not', () => {
    expect([...NOT_SEARCHED].sort()).toEqual([
      '/admin',
      '/api/',
      '/auth',
      '/b/',
      '/booking/',
      '/m/',
      '/thank-you',
    ]);
  });
});

describe('a private address', () => {
  it.each([
    '/m/token',
    '/M/token',
    '/m',
    '/%6d/token',
    '/m%2ftoken',
    '//m/token',
    '/m/%zz',
    '/Booking/x',
    '/b/x/y',
    '/thank-you/',
    '/auth',
  ])('is one however it is written: %s', (address) => {
    expect(isPrivateAddress(address)).toBe(true);
  });

  it.each(['/', '/book', '/bookings', '/menu', '/thank-you-all', '/services/m', '/admin', '/%zz'])(
    'is not %s',
    (address) => {
      expect(isPrivateAddress(address)).toBe(false);
    },
  );
});
