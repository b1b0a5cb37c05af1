/** The private link: its token, and the booking's id if the address contains one. */
export interface PrivateLink {
  token: string;
  bookingId: string | undefined;
}

/**
 * Shows the short link in the address bar instead of the token. It leads back here after a reload, from a
 * bookmark or when copied. It bypasses the router, which would take the other address for another page.
 */
export function showShortLink(shortCode: string) {
  window.history.replaceState(window.history.state, '', `/b/${shortCode}`);
}
