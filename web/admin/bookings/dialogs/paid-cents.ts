const MOST_CENTS = 100_000_00;

/** Cents of a typed amount such as `65`, `$65.5` or `1,250.00`; null for an empty text, undefined for anything that is no amount. */
export function paidCents(typed: string): number | null | undefined {
  const text = typed.trim().replace(/^\$\s*/, '');
  if (text === '') return null;
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{0,2})?$/.test(text)) return undefined;
  const cents = Math.round(Number(text.replaceAll(',', '')) * 100);
  return cents <= MOST_CENTS ? cents : undefined;
}
