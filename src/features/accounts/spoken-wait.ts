const LONGEST_SECONDS = 90;
const LONGEST_MINUTES = 90;

/** `40 seconds`, `3 minutes`, `2 hours`. */
export function spokenWait(seconds: number): string {
  const minutes = seconds / 60;
  const [count, unit] =
    seconds <= LONGEST_SECONDS
      ? [seconds, 'second']
      : minutes <= LONGEST_MINUTES
        ? [minutes, 'minute']
        : [minutes / 60, 'hour'];
  const rounded = Math.max(1, Math.ceil(count));
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`;
}
