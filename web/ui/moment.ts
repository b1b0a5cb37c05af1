const DAY = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric' });
const DAY_OF_ANOTHER_YEAR = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
});
const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });

/** A moment where its reader is: `Thu, Dec 3 · 2:30 PM`, or `Dec 3, 2025 · 2:30 PM` of another year. */
export function momentText(iso: string): string {
  const at = new Date(iso);
  const isThisYear = at.getFullYear() === new Date().getFullYear();
  return `${(isThisYear ? DAY : DAY_OF_ANOTHER_YEAR).format(at)} · ${TIME.format(at)}`;
}
