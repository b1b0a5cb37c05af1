type Nodemailer = typeof import('nodemailer');

/** A transport of mails that is made for the first of them: a start needn't wait for Nodemailer. */
export function madeForFirstMail<Transport>(make: (nodemailer: Nodemailer) => Transport) {
  let made: Promise<Transport> | undefined;
  return {
    get(): Promise<Transport> {
      made ??= import('nodemailer').then(make).catch((error: unknown) => {
        // The next mail tries again: a machine that is out of files or memory recovers.
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
