/** A number as people write it, where it is of North America; `+442079460123` of elsewhere stays as it is. */
export const phoneText = (e164: string): string => e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');

/**
 * Punctuates what is typed once it is a complete number of North America. Anything else stays as it is, and so does
 * everything in a salon of another country, where the same digits may mean another number.
 */
export const phoneAsTyped = (text: string, country: string): string =>
  country === 'US' || country === 'CA'
    ? text.replace(/^(?:\+?1[ .-]?)?(\d{3})[ .-]?(\d{3})[ .-]?(\d{4})$/, '($1) $2-$3')
    : text;

/** The address of a link that calls the number, however it is written. An extension isn't dialled: it would become a part of the number. */
export function telHref(phone: string): string {
  const [number = ''] = /\+?\d[\d ().\-/·•‧∙⋅_~]*/.exec(phone) ?? [];
  return `tel:${number.replaceAll(/[^\d+]/g, '')}`;
}
