/** The private link: its token, and the booking's id if the address contains one. */
export interface PrivateLink {
  token: string;
  bookingId: string | undefined;
}

/**
 * Shows the short link in the address bar in the place of the token. It leads back here on a reload, from
 * a bookmark and from a copy. The router isn't told, since to it another address would be another page.
 */
export function showShortLink(shortCode: string) {
  window.history.replaceState(window.history.state, '', `/b/${shortCode}`);
}
