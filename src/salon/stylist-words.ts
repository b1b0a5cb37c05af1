/** The words for a stylist whose name was erased. */
export const FORMER_STYLIST = 'Former stylist';

/** Such as `with Ann`; undefined where the salon is no team. */
export const withStylist = (stylist: { readonly name: string | null } | undefined): string | undefined =>
  stylist && `with ${stylist.name ?? 'a former stylist'}`;
