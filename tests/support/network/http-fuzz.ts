import fc from 'fast-check';
import type { WireRequest } from './http-client.ts';
import {
  anyText,
  BROKEN_FIELD,
  badAuthorization,
  badDate,
  badEtag,
  badKey,
  badServiceId,
  badTime,
  badValue,
  characterClass,
  encoded,
  hopelessDate,
  notText,
  REQUIRED,
  unreadable,
} from './http-fuzz-values.ts';

/**
 * Requests that no server should accept, made from good ones by breaking one thing. Every case must be answered with
 * a 4xx and problem details.
 */

/** A good request to break: a booking that exists and one that could be made. */
interface GoodValues {
  /** Management token of a booking that stands. */
  readonly token: string;
  /** A body that `POST /api/bookings` would accept, under a key not yet used. */
  readonly booking: Readonly<Record<string, unknown>>;
  /** A free time for the standing booking. */
  readonly move: { readonly new_date: string; readonly new_time: string };
}

function brokenQueries(): fc.Arbitrary<WireRequest> {
  const date = badValue(badDate, '2026-11-24');
  const services = badValue(
    fc.oneof(badServiceId, fc.constantFrom('perm,', ',', 'perm,perm', 'perm,no-such', 'x'.repeat(3_000))),
    'perm',
  );
  const code = badValue(
    anyText.filter((text) => !/^[0-9A-Za-z]{12}$/.test(text)),
    'abcdefghijkl',
  );
  const after = badValue(
    anyText.filter((text) => text !== '' && !/^[0-9a-f]{32}$/.test(text)),
    '0'.repeat(32),
  )('after').filter((query) => /^after=./.test(query));
  const range = fc.constantFrom(
    'from=2026-12-01&to=2026-11-30',
    'from=2026-01-01&to=2026-12-31',
    'from=2026-11-24',
  );
  return fc
    .oneof(
      date('date').map((query) => `/api/availability?services=perm&${query}`),
      services('services').map((query) => `/api/availability?date=2026-11-24&${query}`),
      badValue(
        anyText,
        'x',
      )('hold_id')
        .filter((query) => /^hold_id(\[\])?=.|^hold_id=/.test(query) && !query.includes('['))
        .map((query) => `/api/availability?date=2026-11-24&services=perm&${query}`),
      date('from').map((query) => `/api/availability/days?to=2026-11-30&services=perm&${query}`),
      date('to').map((query) => `/api/availability/days?from=2026-11-20&services=perm&${query}`),
      range.map((query) => `/api/availability/days?services=perm&${query}`),
      services('services').map((query) => `/api/availability/days?from=2026-11-20&to=2026-11-30&${query}`),
      code('code').map((query) => `/api/short-links?${query}`),
      after.map((query) => `/api/services?${query}`),
    )
    .map((path) => ({ path }));
}

function brokenBookings({ booking }: GoodValues): fc.Arbitrary<WireRequest> {
  const wire = { method: 'POST', path: '/api/bookings' };
  const field = fc.constantFrom(...Object.keys(BROKEN_FIELD));
  return fc.oneof(
    field.chain((name) =>
      (BROKEN_FIELD[name] ?? fc.constant(null)).map((value) => ({
        ...wire,
        body: { ...booking, [name]: value },
      })),
    ),
    fc.constantFrom(...REQUIRED).map((name) => ({ ...wire, body: { ...booking, [name]: undefined } })),
    fc.jsonValue({ maxDepth: 6 }).map((body) => ({ ...wire, body })),
    fc
      .constantFrom('__proto__', 'constructor', 'prototype')
      .map((name) => ({ ...wire, raw: `{"${name}":${JSON.stringify(booking)}}` })),
    unreadable(JSON.stringify(booking)).map((dress) => ({ ...wire, ...dress })),
    badKey.map((key) => ({ ...wire, body: booking, headers: { 'Idempotency-Key': key } })),
    badEtag.map((etag) => ({ ...wire, body: booking, headers: { 'If-Match': etag } })),
  );
}

function brokenHolds({ move }: GoodValues): fc.Arbitrary<WireRequest> {
  const wire = { method: 'POST', path: '/api/holds' };
  const good = { date: move.new_date, time: move.new_time, services: ['scalp-treatment'] };
  const broken = (name: string, field: string) =>
    (BROKEN_FIELD[field] ?? fc.constant(null)).map((value) => ({
      ...wire,
      body: { ...good, [name]: value },
    }));
  return fc.oneof(
    broken('date', 'appointment_date'),
    broken('time', 'appointment_time'),
    broken('services', 'services'),
    broken('hold_id', 'hold_id'),
    fc
      .constantFrom('date', 'time', 'services')
      .map((name) => ({ ...wire, body: { ...good, [name]: undefined } })),
    fc.jsonValue({ maxDepth: 6 }).map((body) => ({ ...wire, body })),
    unreadable(JSON.stringify(good)).map((dress) => ({ ...wire, ...dress })),
    badKey.map((key) => ({ ...wire, body: good, headers: { 'Idempotency-Key': key } })),
    anyText
      .filter((text) => /\w{2}/.test(text))
      .map((text) => ({ method: 'DELETE', path: `/api/holds/${encoded(text)}` })),
  );
}

function brokenManaging({ token, move }: GoodValues): fc.Arbitrary<WireRequest> {
  const reads = ['/api/manage', '/api/manage/availability?date=2026-11-24', '/api/manage/calendar.ics'];
  const commands = ['/api/manage/cancel', '/api/manage/reschedule'];
  const reschedule = { method: 'POST', path: '/api/manage/reschedule' };
  const bearer = { Authorization: `Bearer ${token}` };
  const stranger = fc.oneof(
    fc.uuid(),
    anyText.filter((text) => text !== ''),
  );
  return fc.oneof(
    fc
      .tuple(fc.constantFrom(...reads), badAuthorization(token))
      .map(([path, Authorization]) => ({ path, headers: { Authorization } })),
    fc
      .tuple(fc.constantFrom(...commands), badAuthorization(token))
      .map(([path, Authorization]) => ({ method: 'POST', path, body: move, headers: { Authorization } })),
    fc.constantFrom(...reads).map((path) => ({ path })),
    fc.tuple(fc.constantFrom('/api/manage', ...commands), stranger).map(([path, id]) => ({
      method: path === '/api/manage' ? 'GET' : 'POST',
      path: `${path}?booking_id=${encoded(id)}`,
      ...(path !== '/api/manage' && { body: move }),
      headers: bearer,
    })),
    badValue(
      badDate,
      '2026-11-24',
    )('date').map((query) => ({ path: `/api/manage/availability?${query}`, headers: bearer })),
    fc.tuple(fc.constantFrom(...commands), badKey).map(([path, key]) => ({
      method: 'POST',
      path,
      body: move,
      headers: { ...bearer, 'Idempotency-Key': key },
    })),
    fc.tuple(fc.constantFrom(...commands), badEtag).map(([path, etag]) => ({
      method: 'POST',
      path,
      body: move,
      headers: { ...bearer, 'If-Match': etag },
    })),
    fc
      .oneof(notText, badDate, hopelessDate)
      .map((new_date) => ({ ...reschedule, body: { ...move, new_date }, headers: bearer })),
    fc
      .oneof(notText, badTime)
      .map((new_time) => ({ ...reschedule, body: { ...move, new_time }, headers: bearer })),
    fc.jsonValue().map((body) => ({ ...reschedule, body, headers: bearer })),
    unreadable(JSON.stringify(move)).map(
      ({ raw, headers }) => ({ ...reschedule, raw, headers: { ...bearer, ...headers } }) as WireRequest,
    ),
  );
}

/** Addresses and methods that the API doesn't have. */
function brokenAddresses(): fc.Arbitrary<WireRequest> {
  const known = [
    'salon',
    'services',
    'availability',
    'availability/days',
    'bookings',
    'holds',
    'short-links',
    'manage',
  ];
  const methods = fc.constantFrom('PUT', 'PATCH', 'DELETE', 'PROPFIND', 'MKCOL', 'LOCK', 'SEARCH');
  return fc.oneof(
    fc.tuple(methods, fc.constantFrom(...known)).map(([method, path]) => ({ method, path: `/api/${path}` })),
    anyText.filter((text) => /\w{2}/.test(text)).map((text) => ({ path: `/api/x${encoded(text)}` })),
    fc
      .constantFrom(
        '/api',
        '/api/',
        '/api/%',
        '/api/%ff',
        '/api/%00',
        '/api/../etc/passwd',
        '/api/bookings/1',
        '/api/manage/..%2f',
      )
      .map((path) => ({ path })),
    fc
      .constantFrom(
        '/api/admin/bookings',
        '/api/admin',
        '/api/me',
        '/auth/v1/token',
        '/auth/v1/signup',
        '/auth/v1/user',
      )
      .map((path) => ({ method: 'POST', path, body: {} })),
  );
}

/** A field of a booking filled with one kind of characters, far beyond its bound. */
function filledFields({ booking }: GoodValues): fc.Arbitrary<WireRequest> {
  const field = fc.constantFrom('customer_name', 'customer_email', 'customer_phone', 'notes', 'total_amount');
  const length = fc.integer({ min: 12_100, max: 30_000 });
  // Spaces at the ends are left out as well.
  const around = fc.constantFrom(['x', 'x'], ['1', 'x!'], ['a@', '.b'], ['(', ')'], ['+1', '-']);
  // Invisible characters are left out of a text, and a family of emoji is one character.
  const counted = characterClass.filter((one) => !['\u202e', '\u200b', '👩‍👩‍👧'].includes(one));
  return fc.tuple(field, counted, length, around).map(([name, character, size, [before, after]]) => {
    const filling = character.repeat(Math.ceil(size / Buffer.byteLength(character)));
    return { method: 'POST', path: '/api/bookings', body: { ...booking, [name]: before + filling + after } };
  });
}

export const badRequest = (good: GoodValues): fc.Arbitrary<WireRequest> =>
  fc.oneof(
    { weight: 5, arbitrary: brokenBookings(good) },
    { weight: 2, arbitrary: brokenHolds(good) },
    { weight: 4, arbitrary: brokenManaging(good) },
    { weight: 3, arbitrary: brokenQueries() },
    { weight: 1, arbitrary: brokenAddresses() },
    { weight: 2, arbitrary: filledFields(good) },
  );
