let until: number | undefined;

/** Remembers until when the sign-in service refuses more requests: its client doesn't hand on the header that says so. */
export function keepWait({ status, headers }: Response): void {
  if (status !== 429) return;
  const seconds = Number(headers.get('Retry-After'));
  until = seconds > 0 ? performance.now() + seconds * 1000 : undefined;
}

/** How long the last refusal still holds; undefined if the service didn't say. */
export function secondsToWait(): number | undefined {
  const left = until === undefined ? 0 : Math.ceil((until - performance.now()) / 1000);
  return left > 0 ? left : undefined;
}
