/** The end of a phone number, enough to recognize it: `(•••) •••-0142` in North America, `••• 0123` elsewhere. */
export const phoneEnding = (e164: string): string =>
  /^\+1\d{10}$/.test(e164) ? `(•••) •••-${e164.slice(-4)}` : `••• ${e164.slice(-4)}`;
