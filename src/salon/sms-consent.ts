/** The customer's consent at the checkout. The words that they have read become part of the booking. */
export const smsConsent = (salonName: string) => ({
  agreement: `I agree to receive SMS notifications about this appointment from ${salonName}.`,
  terms:
    'Confirmation, changes and a reminder the day before. Message and data rates may apply; reply STOP at any time.',
});

/** The whole consent as one text, in the form in which it is recorded. */
export function smsConsentText(salonName: string): string {
  const { agreement, terms } = smsConsent(salonName);
  return `${agreement} ${terms}`;
}
