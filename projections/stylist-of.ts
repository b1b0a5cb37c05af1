import type { NamedStylist } from '../src/contracts/fields.ts';
import type { NamedModel } from '../src/http/operation/projected.ts';
import { FIRST } from '../src/salon/parts.ts';

/** SQL for the stylist of an appointment (`stylistOf`): all its parts are of one. */
export const STYLIST_OF = `coalesce(parts->0->>'resource', '${FIRST}')`;

/** The stylists as answers about appointments name them. */
export interface StylistNames {
  readonly isTeam: boolean;
  /** The field that names a stylist; none where the salon is no team. */
  of(id: string): { readonly stylist?: NamedStylist };
  /** A stylist's name within a sentence; undefined where the salon is no team. */
  called(id: string): string | undefined;
  /** Checks the stylist whom a request names, if it names one. @throws Refused `unknown-stylist` */
  check(id: string | undefined): void;
}

/** How read models of appointments ask for names, which are in the team's. */
export interface StylistNaming {
  read(): Promise<StylistNames>;
  readonly model: NamedModel;
}
