import { z } from 'zod';
import { StylistIdField } from '../fields.ts';
import { defineOperation } from '../operation.ts';

const PATH = '/api/account/calendar-address';

export const makeCalendarAddress = defineOperation({
  method: 'post',
  path: PATH,
  summary:
    "A new private address of the salon's calendar, for the caller's own phone; it is shown this once, and an earlier one stops working",
  caller: 'admin',
  roles: 'all',
  area: null,
  body: z.strictObject({
    /** Only the appointments of one stylist, with the times at which they are blocked; if left out, all. Stylists have only their own. */
    stylist_id: StylistIdField.optional(),
  }),
  answer: { status: 200, body: z.object({ url: z.url() }) },
  command: 'make-calendar-address',
  problems: ['fresh-sign-in-required', 'unknown-stylist', 'stylist-unavailable'],
});

export const removeCalendarAddress = defineOperation({
  method: 'delete',
  path: PATH,
  summary: "End the private address of the caller's calendar",
  caller: 'admin',
  roles: 'all',
  area: null,
  answer: { status: 204 },
  command: 'end-calendar-address',
});

const NO_SUCH_ADDRESS = 'not-found';

/** The only operation with a lasting secret in its URL: a phone's calendar can send it in no other way. */
export const getPrivateCalendar = defineOperation({
  method: 'get',
  path: '/calendar/{token}.ics',
  summary:
    'The appointments of the next months, or those of one stylist with their blocked times, with services and first names, for a phone that subscribes to them',
  caller: 'public',
  params: z.object({
    token: z
      .string(NO_SUCH_ADDRESS)
      .max(43, { error: NO_SUCH_ADDRESS, abort: true })
      .regex(/^[\w-]{43}$/, NO_SUCH_ADDRESS),
  }),
  answer: { status: 200, body: 'text/calendar' },
  isProjected: true,
  isSecret: true,
  problems: [NO_SUCH_ADDRESS],
});
