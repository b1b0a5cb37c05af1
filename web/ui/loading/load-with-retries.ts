/** Loads code, again and again until it arrives, since a phone's network comes and goes. Calls back on each failure. */
export async function loadWithRetries<T>(
  load: () => Promise<T>,
  onFailure: () => void = () => {},
): Promise<T> {
  for (let pauseMs = 1_000; ; pauseMs = Math.min(2 * pauseMs, 30_000)) {
    try {
      return await load();
    } catch {
      onFailure();
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
}
