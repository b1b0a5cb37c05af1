/** Loads code, and asks again for what doesn't come: the network of a phone comes and goes. */
export async function untilLoaded<T>(load: () => Promise<T>, onTrouble: () => void = () => {}): Promise<T> {
  for (let pause = 1_000; ; pause = Math.min(2 * pause, 30_000)) {
    try {
      return await load();
    } catch {
      onTrouble();
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
