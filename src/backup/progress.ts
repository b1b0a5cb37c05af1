const REPORT_EVERY_MS = 2_000;
/** A number as operators read it: `1,250,000`. */
export const whole = (value: number): string => Math.round(value).toLocaleString('en');

/**
 * Counts what is done, and says so in a line now and then.
 *
 * @param what is counted, such as "events written"
 */
export function createProgress(what: string, report: (line: string) => void) {
  const began = performance.now();
  let done = 0;
  let reportAt = began + REPORT_EVERY_MS;
  return {
    add(count: number): void {
      done += count;
      const now = performance.now();
      if (now < reportAt) return;
      reportAt = now + REPORT_EVERY_MS;
      report(`${whole(done)} ${what}, ${whole((done * 1_000) / (now - began))}/s`);
    },
  };
}
