import { z } from 'zod';
import { IdPath, StylistIdField, UuidField } from '../fields.ts';
import { defineOperation } from '../operation.ts';
import { AuthEmail } from './auth.ts';
import { ROLES } from './roles.ts';

/** Somebody who works in the salon and has an account. */
export const Person = z.object({
  id: UuidField,
  email: z.string(),
  /** Empty until they have entered it. */
  name: z.string(),
  role: z.enum(ROLES),
  /** For a stylist which one of the team they are, and null for others. */
  stylist_id: z.string().nullable(),
  since: z.iso.datetime(),
  last_sign_in_at: z.iso.datetime().nullable(),
  /** True until they have chosen a password, or can sign in otherwise. */
  invited: z.boolean(),
  /** Time until which the link of their invitation works; null where there is none that does. */
  link_ends_at: z.iso.datetime().nullable(),
});
export type Person = z.infer<typeof Person>;

const STYLIST = 'Please choose which stylist. Other roles have none.';

const GIVEN_ROLE = { role: z.enum(ROLES, 'Must be a role.'), stylist_id: StylistIdField.optional() };
const hasOwnStylist = ({ role, stylist_id }: { role: string; stylist_id?: string | undefined }) =>
  (role === 'stylist') === (stylist_id !== undefined);
const OWN_STYLIST = { path: ['stylist_id'], error: STYLIST };

const PATH = '/api/admin/people';
const ONE = { caller: 'admin', roles: 'owners', area: null } as const;

export const listPeople = defineOperation({
  ...ONE,
  method: 'get',
  path: PATH,
  summary: 'The people who work in the salon, with their roles',
  answer: { status: 200, body: z.object({ people: z.array(Person) }) },
});

export const invitePerson = defineOperation({
  ...ONE,
  method: 'post',
  path: PATH,
  summary:
    'Give somebody a role, and mail them a link that works once, within an hour. Sent again, the last link counts. Somebody who can sign in keeps another role that they have',
  body: z.object({ email: AuthEmail, ...GIVEN_ROLE }).refine(hasOwnStylist, OWN_STYLIST),
  answer: { status: 201, body: Person },
  command: 'invite-person',
  problems: [
    'fresh-sign-in-required',
    'works-here-already',
    'last-owner',
    'unknown-stylist',
    'stylist-unavailable',
  ],
});

export const changePerson = defineOperation({
  ...ONE,
  method: 'patch',
  path: `${PATH}/{id}`,
  summary: 'Give somebody another role. The API keys of an owner who becomes something else end',
  params: IdPath,
  body: z.object(GIVEN_ROLE).refine(hasOwnStylist, OWN_STYLIST),
  answer: { status: 200, body: Person },
  command: 'change-person',
  problems: ['fresh-sign-in-required', 'not-found', 'last-owner', 'unknown-stylist', 'stylist-unavailable'],
});

export const removePerson = defineOperation({
  ...ONE,
  method: 'delete',
  path: `${PATH}/{id}`,
  summary: 'Take somebody’s role away. Their account stays',
  params: IdPath,
  answer: { status: 204 },
  command: 'remove-person',
  problems: ['fresh-sign-in-required', 'last-owner'],
});
