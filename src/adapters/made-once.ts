/**
 * Makes a value when it is first needed, such as a client whose package takes a while to load. A failure isn't kept: the next caller tries
 * again, since a machine that was out of file handles or memory may have recovered.
 */
export function madeOnce<Made>(make: () => Promise<Made>) {
  let made: Promise<Made> | undefined;
  return {
    get(): Promise<Made> {
      made ??= make().catch((error: unknown) => {
        made = undefined;
        throw error;
      });
      return made;
    },
    /** Undefined before it was needed. */
    get ifMade() {
      return made;
    },
  };
}
