/** Where the provider reports about texts, and hands over what customers text back. */
export const TWILIO_PATH = '/webhooks/twilio';
