import { broken } from './rule-broken.ts';

/** Checks the stylist whom a request names, if it names one. @throws RuleBroken `unknown-stylist` */
export type CheckStylist = (id: string | null | undefined) => void;

export const checksStylist =
  (isKnown: (id: string) => boolean): CheckStylist =>
  (id) => {
    if (id != null && !isKnown(id)) throw broken('unknown-stylist');
  };
