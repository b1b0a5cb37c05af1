import type { Stylist } from '../salon/team.ts';
import { broken } from './rule-broken.ts';

/** Checks the stylist whom a request names, if it names one. @throws RuleBroken `unknown-stylist` */
export type CheckStylist = (id: string | null | undefined) => void;

export const checksStylist =
  (stylists: () => readonly Stylist[]): CheckStylist =>
  (id) => {
    if (id != null && !stylists().some((stylist) => stylist.id === id)) throw broken('unknown-stylist');
  };
