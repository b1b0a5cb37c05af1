import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { MOST_REQUESTS } from '../../src/features/accounts/api-keys/guard.ts';
import { madeKey } from '../support/accounts/api-keys.ts';
import { problemOf } from '../support/network/http.ts';
import type { Answer } from '../support/network/http-client.ts';
import { givenSalonForThisTest } from '../support/server/server.ts';
import { givenStaff } from '../support/staff/staff-api.ts';

const SERVICES = '/api/admin/services';

describe('too many requests', () => {
  it('with one key are refused until the minute is over, and stop no other key', async () => {
    const salon = await givenSalonForThisTest({ now: new Date() });
    const staff = await givenStaff(salon);
    const busy = await madeKey(staff);
    const quiet = await madeKey(staff);
    const statuses = new Set<number>();
    let refused: Answer | undefined;
    // One more for the first one, which isn't known yet, and again as many in case the minute ends meanwhile.
    for (let sent = 0; sent < 2 * MOST_REQUESTS + 2 && !refused; sent += 1) {
      const answer = await salon.get(SERVICES, { token: busy.key });
      statuses.add(answer.status);
      if (answer.status === 429) refused = answer;
      if (sent < MOST_REQUESTS) expect(answer.status).toBe(200);
    }
    expect([...statuses]).toEqual([200, 429]);
    expect(refused && problemOf(refused).code).toBe('too-many-requests');
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused?.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await salon.get(SERVICES, { token: quiet.key })).status).toBe(200);
  });

  it('with wrong keys are counted by network address, before any is looked up', async () => {
    const own = await givenSalonForThisTest({ now: new Date(), settings: { RATE_LIMIT_PER_MINUTE: '20' } });
    const ada = await givenStaff(own);
    const { key } = await madeKey(ada);
    const unused = await madeKey(ada);
    expect((await own.get(SERVICES, { token: key })).status).toBe(200);
    const wrong = async () => {
      const token = `salonkey_${randomUUID()}${randomUUID()}`.slice(0, 52);
      return (await own.get(SERVICES, { token })).status;
    };
    const statuses: number[] = [];
    for (let tried = 0; tried < 50; tried += 1) statuses.push(await wrong());
    expect(statuses.slice(0, 19)).toEqual(Array(19).fill(401));
    expect(statuses).toContain(429);
    // A key that was right before is no guess, and one that nobody has used before is told apart from those that are.
    expect((await own.get(SERVICES, { token: key })).status).toBe(200);
    expect((await own.get(SERVICES, { token: unused.key })).status).toBe(200);
    expect(await wrong()).toBe(429);
  });
});
