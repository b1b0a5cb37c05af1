import { createContext, use } from 'react';
import { type Callable, mayCall, type Role } from '../../../src/contracts/accounts/roles.ts';

/** The role of the person who is signed in. It only saves them from what the server would refuse. */
export const RoleContext = createContext<Role>('owner');

export const useRole = (): Role => use(RoleContext);

/** The id of the stylist who is signed in; undefined for anybody else. */
export const OwnStylistContext = createContext<string | undefined>(undefined);

export const useOwnStylist = (): string | undefined => use(OwnStylistContext);

/** Makes a function that tells whether the person may do what owners, the desk or all may do. */
export function useMay(): (roles: Callable) => boolean {
  const role = useRole();
  return (roles) => mayCall(role, { roles });
}
