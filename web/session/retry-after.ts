let until: number | undefined;

/** Keeps when the sign-in service takes more of the same, of which its client drops the header. */
export function keepWait({ status, headers }: Response): void {
  if (status !== 429) return;
  const seconds = Number(headers.get('Retry-After'));
  until = seconds > 0 ? performance.now() + seconds * 1000 : undefined;
}

/** For how long the last refusal of the sign-in service holds; undefined where it didn't say. */
export function secondsToWait(): number | undefined {
  const left = until === undefined ? 0 : Math.ceil((until - performance.now()) / 1000);
  return left > 0 ? left : undefined;
}
