/** `1:05` for 65 seconds. */
export const clipLength = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** `1 minute 5 seconds`, for screen readers. */
export function spokenLength(seconds: number): string {
  const parts = [
    { count: Math.floor(seconds / 60), unit: 'minute' },
    { count: seconds % 60, unit: 'second' },
  ];
  return parts
    .filter(({ count }) => count > 0)
    .map(({ count, unit }) => `${count} ${unit}${count === 1 ? '' : 's'}`)
    .join(' ');
}
