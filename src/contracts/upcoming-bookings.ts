/** Appointments still to come, neither cancelled nor over, of whoever books with this phone or e-mail. */
export interface UpcomingBookings {
  readonly ofPhone: number;
  readonly ofEmail: number;
  /** The names that the phone's appointments are under, as typed. */
  readonly names: readonly string[];
}
