/** `under a second`, `12 seconds`, `3 minutes`. */
export function durationText(seconds: number): string {
  if (seconds < 1) return 'under a second';
  if (seconds < 90) return seconds < 1.5 ? '1 second' : `${Math.round(seconds)} seconds`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} minutes`;
  return `${Math.round(seconds / 3_600)} hours`;
}
