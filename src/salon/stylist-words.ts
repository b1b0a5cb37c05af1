/** The words for a stylist whose name was erased. */
export const FORMER_STYLIST = 'Former stylist';

/** A stylist's name within a sentence. */
export const stylistWords = ({ name }: { readonly name: string | null }): string =>
  name ?? 'a former stylist';

/** Such as `with Ann`; undefined where the salon is no team. */
export const withStylist = (stylist: { readonly name: string | null } | undefined): string | undefined =>
  stylist && `with ${stylistWords(stylist)}`;

/** The same of somebody else than now, who isn't chosen yet. */
export const WITH_ANOTHER = 'with another stylist';
