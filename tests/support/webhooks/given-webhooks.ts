import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { Delivery, Webhook } from '../../../src/contracts/settings/webhooks.ts';
import type { Answer } from '../network/http-client.ts';
import { givenSalon, type TestSalon } from '../server/server.ts';
import { givenStaff, type StaffApi } from '../staff/staff-api.ts';
import { type Receiver, startReceiver } from './receiver.ts';

export const WEBHOOKS = '/api/admin/webhooks';
export const ALLOWED = { WEBHOOKS_ALLOW_PRIVATE: 'true' };

/** An address as it was made. */
export type Made = Webhook & { readonly secret: string };

/** The JSON of an answer with the expected status. */
export const bodyOf = <Body>({ status, text, json }: Answer, expected = 200): Body => {
  expect(status, text).toBe(expected);
  return json as Body;
};

/** A program that receives events, for one test. */
export async function givenReceiver(): Promise<Receiver> {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  return receiver;
}

/** A receiver that a salon tells of events, for one test. */
export async function givenWebhook(by: StaffApi, changes: Readonly<Record<string, unknown>> = {}) {
  const receiver = await givenReceiver();
  const made = bodyOf<Made>(await by.post(WEBHOOKS, { url: receiver.url, ...changes }), 201);
  const path = `${WEBHOOKS}/${made.id}`;
  return {
    receiver,
    made,
    path,
    shown: async () => bodyOf<Webhook>(await by.get(path)),
    deliveries: async (query = '') =>
      bodyOf<{ deliveries: Delivery[]; next_cursor: string | null }>(
        await by.get(`${path}/deliveries${query}`),
      ),
  };
}

/** A salon for the tests of a file, whose addresses are removed after each. */
export function givenSalonWithWebhooks() {
  const given = {} as { salon: TestSalon; staff: StaffApi };
  beforeAll(async () => {
    const salon = await givenSalon({ now: new Date(), settings: ALLOWED });
    Object.assign(given, { salon, staff: await givenStaff(salon) });
  });
  afterAll(() => given.salon.stop());
  return Object.assign(given, {
    booked: () => given.salon.booked({ appointment_date: given.salon.freshDay() }),
    async webhook(changes?: Readonly<Record<string, unknown>>) {
      const webhook = await givenWebhook(given.staff, changes);
      onTestFinished(async () => {
        bodyOf(await given.staff.delete(webhook.path), 204);
      });
      return webhook;
    },
  });
}
