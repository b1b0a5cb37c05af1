import { z } from 'zod';
import { TypeNamesField } from '../change-feed.ts';
import { boundedText, IdPath, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { NO_CURSOR, pageLimitField } from '../paging.ts';

/** Webhooks by the Standard Webhooks specification: each gets events as they happen (docs/webhooks.md). */

const PATH = '/api/admin/webhooks';
const INVALID = 'Is not valid.';
const URL_TEXT = 'Please enter an address such as https://example.com/salon-events.';
const MOST_URL = 2_000;

/** The type of the event that a test sends. The change feed has none of this type. */
export const TEST_EVENT = 'webhook.test';

/** More would be too much for the service, and for the people who look after them. */
export const MOST_WEBHOOKS = 10;

const UrlField = boundedText(MOST_URL, URL_TEXT)
  .trim()
  .refine((text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol), {
    error: URL_TEXT,
    abort: true,
  })
  .overwrite((text) => new URL(text).href);

const DELIVERY_FAILURES = [
  'address',
  'name',
  'unreachable',
  'certificate',
  'timeout',
  'broken',
  'redirect',
  'gone',
  'status',
  'secret',
] as const;

const Outcome = z.object({
  /** The status of the answer; null if there was none. */
  status: z.int().nullable(),
  /** The reason of the failure; null if it was accepted. `secret`: it couldn't be signed, since the secret can't be read any more. */
  failure: z.enum(DELIVERY_FAILURES).nullable(),
  duration_ms: z.int().min(0),
});

const Delivery = Outcome.extend({
  event_id: UuidField,
  type: z.string(),
  /** 1 for the first try to deliver this event. */
  attempt: z.int().positive(),
  at: z.iso.datetime(),
});
export type Delivery = z.infer<typeof Delivery>;
export type DeliveryFailure = NonNullable<Delivery['failure']>;

const PAUSED_WHY = ['staff', 'failing', 'gone', 'maker-revoked'] as const;

/** An address, without its secret. */
export const Webhook = z.object({
  id: UuidField,
  url: z.string(),
  /** Names of types, or prefixes such as `appointment.*`; null for all. */
  types: z.array(z.string()).nullable(),
  /** `failing`: the next event has failed, and is tried again. `paused`: nothing is sent until staff resume it. */
  state: z.enum(['working', 'failing', 'paused']),
  /**
   * The reason of the pause: staff, three days of failures, an answer that nobody wants events there any more (410), or a maker who is no
   * administrator any more. The administrator who resumes it then counts as its maker.
   */
  paused: z.object({ at: z.iso.datetime(), why: z.enum(PAUSED_WHY) }).nullable(),
  failing: z
    .object({ since: z.iso.datetime(), tries: z.int().positive(), next_try_at: z.iso.datetime().nullable() })
    .nullable(),
  last_delivery: Delivery.nullable(),
  /** End of the time in which deliveries are also signed with the secret before the present one. */
  former_secret_until: z.iso.datetime().nullable(),
  made_at: z.iso.datetime(),
  /** Name of who made it; null for somebody without an account any more. */
  made_by: z.string().nullable(),
  /** Number of changes; in quotation marks, the value for `If-Match`, and the ETag. */
  version: z.int(),
});
export type Webhook = z.infer<typeof Webhook>;

const ONE = { caller: 'admin', roles: 'owners', area: null, params: IdPath } as const;
const secret = z.string().regex(/^whsec_/);
const shown = { status: 200, body: Webhook } as const;

export const listWebhooks = defineOperation({
  method: 'get',
  path: PATH,
  summary: 'The webhooks, the oldest first',
  caller: 'admin',
  roles: 'owners',
  area: null,
  answer: {
    status: 200,
    body: z.object({
      webhooks: z.array(Webhook),
      /** True in a copied or restored database, until staff resume sending on the page Messages: nothing is delivered. */
      waits_for_sending: z.boolean(),
    }),
  },
});

export const makeWebhook = defineOperation({
  method: 'post',
  path: PATH,
  summary: 'Send events to an address from now on. The secret that signs the deliveries is shown this once',
  caller: 'admin',
  roles: 'owners',
  area: null,
  body: z.strictObject({ url: UrlField, types: TypeNamesField.nullable().default(null) }, INVALID),
  answer: { status: 201, body: Webhook.extend({ secret }) },
  command: 'make-webhook',
  problems: ['fresh-sign-in-required', 'webhooks-full', 'webhook-secret-shown'],
});

export const getWebhook = defineOperation({
  ...ONE,
  method: 'get',
  path: `${PATH}/{id}`,
  summary: 'A webhook',
  answer: shown,
  problems: ['not-found'],
});

export const changeWebhook = defineOperation({
  ...ONE,
  method: 'patch',
  path: `${PATH}/{id}`,
  summary:
    'Change where events are sent or which, or pause or resume it. Resuming one that fails tries again at once, from where it was',
  body: z
    .strictObject({ url: UrlField, types: TypeNamesField.nullable(), paused: z.boolean(INVALID) }, INVALID)
    .partial(),
  answer: shown,
  command: 'change-webhook',
  problems: ['not-found', 'fresh-sign-in-required'],
});

export const removeWebhook = defineOperation({
  ...ONE,
  method: 'delete',
  path: `${PATH}/{id}`,
  summary: 'Remove an address. After the answer nothing is sent there',
  answer: { status: 204 },
  command: 'remove-webhook',
});

const AFTER_OR_FROM = 'Give `after` or `from`.';
const INSTANT = 'Must be an instant such as 2026-11-23T18:00:00Z.';

export const replayWebhook = defineOperation({
  ...ONE,
  method: 'post',
  path: `${PATH}/{id}/replay`,
  summary: 'Deliver again, or for the first time, what came after an event or from an instant on',
  body: z
    .strictObject(
      {
        after: UuidField.describe('Id of an event: the next one is delivered first.'),
        from: boundedText(40, INSTANT)
          .check(z.iso.datetime({ offset: true, error: INSTANT }))
          .describe('Begins with the events that were recorded at this instant or later.'),
      },
      INVALID,
    )
    .partial()
    .refine(({ after, from }) => (after === undefined) !== (from === undefined), AFTER_OR_FROM),
  answer: shown,
  command: 'replay-webhook',
  problems: ['not-found', 'unknown-event'],
});

export const testWebhook = defineOperation({
  ...ONE,
  method: 'post',
  path: `${PATH}/{id}/test`,
  summary: `Send an event of the type ${TEST_EVENT} at once, also to an address that is paused`,
  answer: { status: 200, body: Outcome },
  // The other server has fifteen seconds.
  deadlineMs: 20_000,
  problems: ['not-found'],
});

export const renewWebhookSecret = defineOperation({
  ...ONE,
  method: 'post',
  path: `${PATH}/{id}/secret`,
  summary:
    'Make another secret, shown this once. For 24 hours, deliveries are signed with the former one, too',
  answer: { status: 200, body: Webhook.extend({ secret }) },
  command: 'renew-webhook-secret',
  problems: ['not-found', 'fresh-sign-in-required', 'webhook-secret-shown'],
});

export const listDeliveries = defineOperation({
  ...ONE,
  method: 'get',
  path: `${PATH}/{id}/deliveries`,
  summary: 'Deliveries of a webhook in the last 30 days with their results, the newest first',
  query: z.object({
    cursor: boundedText(19, NO_CURSOR)
      .regex(/^[1-9]\d{0,17}$/, NO_CURSOR)
      .optional(),
    limit: pageLimitField(200, 50),
  }),
  answer: {
    status: 200,
    body: z.object({ deliveries: z.array(Delivery), next_cursor: z.string().nullable() }),
  },
  problems: ['not-found'],
});
