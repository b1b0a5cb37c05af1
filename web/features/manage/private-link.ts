/** The private link: its token, and the booking's id if the address contains one. */
export interface PrivateLink {
  token: string;
  bookingId: string | undefined;
}
