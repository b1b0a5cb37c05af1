const loading = new Map<string, Promise<void>>();

/** Loads a style sheet once; after a failure the next call requests it again. */
export function loadStyleSheet(address: string): Promise<void> {
  const known = loading.get(address);
  if (known) return known;
  const promise = new Promise<void>((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      loading.delete(address);
      reject(new Error(`${address} could not be loaded.`));
    });
    document.head.append(link);
  });
  loading.set(address, promise);
  return promise;
}
