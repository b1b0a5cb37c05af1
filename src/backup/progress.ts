const REPORT_EVERY_MS = 2_000;

/** A number as operators read it: `1,250,000`. */
export const numberText = (value: number): string => Math.round(value).toLocaleString('en');

/** The most memory that this process has had, such as `120 MB`. */
export const mostMemory = (): string => `${numberText(process.resourceUsage().maxRSS / 1_024)} MB`;

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
      report(`${numberText(done)} ${what}, ${numberText((done * 1_000) / (now - began))}/s`);
    },
  };
}
