/** The salon's account at the provider of texts. */
export interface TwilioSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** A number of the salon, or the id of a messaging service (`MG…`). */
  readonly from: string;
  /** Instead of `https://api.twilio.com`. */
  readonly baseUrl: string | undefined;
}
