import { refuse } from '../http/refusal.ts';
import { broken } from './rule-broken.ts';

/** Checks the stylist whom a request names, if it names one. @throws RuleBroken `unknown-stylist` */
export type CheckStylist = (id: string | null | undefined) => void;

export const checksStylist =
  (isKnown: (id: string) => boolean): CheckStylist =>
  (id) => {
    if (id != null && !isKnown(id)) throw broken('unknown-stylist');
  };

/**
 * The same where something is entered for the stylist.
 *
 * @throws Refused `stylist-unavailable` for one whose name was erased, since they never come back
 */
export const checksPresentStylist =
  (team: { isKnown(id: string): boolean; isErased(id: string): boolean }): CheckStylist =>
  (id) => {
    checksStylist(team.isKnown)(id);
    if (id != null && team.isErased(id)) throw refuse('stylist-unavailable', { detail: ERASED });
  };

const ERASED = 'The name of this stylist was erased: nothing more can be entered for them.';
