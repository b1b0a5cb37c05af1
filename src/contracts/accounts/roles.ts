/** Roles of the people who work in the salon. Owners may do everything. */
export const ROLES = ['owner', 'front_desk', 'stylist'] as const;
export type Role = (typeof ROLES)[number];

/** The roles for people. */
export const ROLE_WORDS = {
  owner: 'owner',
  front_desk: 'front desk',
  stylist: 'stylist',
} as const satisfies Record<Role, string>;

/** The people who may call an operation: owners alone, owners and the front desk, or everybody who works in the salon. */
export type Callable = 'owners' | 'desk' | 'all';

const REACH: Readonly<Record<Callable, readonly Role[]>> = {
  owners: ['owner'],
  desk: ['owner', 'front_desk'],
  all: ROLES,
};

/** Whether somebody with this role may call an operation. */
export const mayCall = (role: Role, { roles }: { readonly roles: Callable }): boolean =>
  REACH[roles].includes(role);
