import type { AdminStylist } from '../../../src/contracts/salon/admin-stylists.ts';
import { FORMER_STYLIST } from '../../../src/salon/stylist-words.ts';

export const stylistName = ({ name }: Pick<AdminStylist, 'name'>): string => name ?? FORMER_STYLIST;

/** ` for Ann Lee`; nothing for everybody. */
export const forWhom = (stylist: Pick<AdminStylist, 'name'> | undefined): string =>
  stylist ? ` for ${stylistName(stylist)}` : '';

/** In the place of a picture: `AL` for Ann Lee; nothing for an erased name. */
export const initialsOf = ({ name }: Pick<AdminStylist, 'name'>): string =>
  (name ?? '')
    .split(' ')
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');
