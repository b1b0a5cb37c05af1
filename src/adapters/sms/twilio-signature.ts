/** Checks that Twilio has signed what it sends. The package is loaded when the first request comes. */
export const createSignatureCheck =
  (authToken: string) =>
  async (signature: string, url: string, fields: Readonly<Record<string, string>>): Promise<boolean> => {
    const { default: twilio } = await import('twilio');
    return twilio.validateRequest(authToken, signature, url, { ...fields });
  };
