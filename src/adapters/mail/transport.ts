type Nodemailer = typeof import('nodemailer');

/** A mail transport that is made only when the first mail is sent, so that a start doesn't wait until Nodemailer is loaded. */
export function madeForFirstMail<Transport>(make: (nodemailer: Nodemailer) => Transport) {
  let made: Promise<Transport> | undefined;
  return {
    get(): Promise<Transport> {
      made ??= import('nodemailer').then(make).catch((error: unknown) => {
        // The next mail tries again, since a machine that was out of file handles or memory may have recovered.
        made = undefined;
        throw error;
      });
      return made;
    },
    /** Undefined before the first mail. */
    get ifMade() {
      return made;
    },
  };
}
