import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { StaffRole } from '../../../src/features/accounts/users/staff.ts';
import { givenAdmin } from '../accounts/auth-client.ts';
import type { Answer } from '../network/http-client.ts';
import { asNewAs, patiently } from '../network/patiently.ts';
import type { TestSalon } from '../server/server.ts';

interface Ask {
  readonly key?: string;
  readonly ifMatch?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Somebody of the staff who calls the API. A command that isn't decided in time is sent again under its key. */
export interface StaffApi {
  readonly userId: string;
  readonly token: string;
  /** A query with `after=` is sent until its answer is that new. */
  get(path: string, ask?: Ask): Promise<Answer>;
  post(path: string, body?: unknown, ask?: Ask): Promise<Answer>;
  patch(path: string, body: unknown, ask?: Ask): Promise<Answer>;
  delete(path: string, ask?: Ask): Promise<Answer>;
  /** The JSON at a path as it is once a command's answer is in it. */
  getAfter<Json>(path: string, answer: Answer): Promise<Json>;
}

/**
 * @param role an owner's if left out
 * @param salon one whose clock is the machine's: sign-in goes by that on both sides
 */
export async function givenStaff(salon: TestSalon, role?: StaffRole): Promise<StaffApi> {
  const { token, id: userId } = await givenAdmin(salon, role);
  const send = (method: string, path: string, { key, ifMatch, headers }: Ask = {}, body?: unknown) =>
    salon.http.send({
      method,
      path,
      body,
      headers: {
        Authorization: `Bearer ${token}`,
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
        ...headers,
      },
    });
  const command = (method: string, path: string, ask: Ask | undefined, body?: unknown) => {
    const once = { key: randomUUID(), ...ask };
    return patiently(() => send(method, path, once, body));
  };
  const get = (path: string, ask?: Ask) => asNewAs(path, () => send('GET', path, ask));
  return {
    userId,
    token,
    get,
    post: (path, body, ask) => command('POST', path, ask, body),
    patch: (path, body, ask) => command('PATCH', path, ask, body),
    delete: (path, ask) => command('DELETE', path, ask),
    async getAfter<Json>(path: string, { status, text, json }: Answer) {
      expect([200, 201], text).toContain(status);
      const { position } = json as { readonly position: string };
      const answer = await get(`${path}${path.includes('?') ? '&' : '?'}after=${position}`);
      expect(answer.status, answer.text).toBe(200);
      return answer.json as Json;
    },
  };
}

/** The log's position in a command's answer. */
export const positionOf = ({ json }: { readonly json: unknown }) =>
  (json as { readonly position: string }).position;
