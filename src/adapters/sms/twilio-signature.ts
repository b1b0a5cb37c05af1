/** Whether Twilio has signed what it sends, with the account's token. The package is loaded when the first request comes. */
export async function isSignedBy(
  authToken: string,
  signature: string,
  url: string,
  fields: Readonly<Record<string, string>>,
): Promise<boolean> {
  const { default: twilio } = await import('twilio');
  return twilio.validateRequest(authToken, signature, url, { ...fields });
}
