/** Enough of a number to recognize it: `(•••) •••-0142`, or `••• 0123` of elsewhere. */
export const phoneEnding = (e164: string): string =>
  /^\+1\d{10}$/.test(e164) ? `(•••) •••-${e164.slice(-4)}` : `••• ${e164.slice(-4)}`;
