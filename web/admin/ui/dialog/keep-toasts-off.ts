/** What a toast takes, with the space around it. */
const TOAST = { width: 408, height: 150 };
const GAP = 8;

/** The rows of buttons of the dialogs that are open; the last one's lies on top. */
const rows: HTMLElement[] = [];

/** How far from below toasts begin; undefined where they are in nobody's way. */
function clearance(row: HTMLElement): string | undefined {
  const { top } = row.getBoundingClientRect();
  const { right, bottom } = (row.parentElement ?? row).getBoundingClientRect();
  const isBeside = right < window.innerWidth - TOAST.width;
  const isAbove = bottom < window.innerHeight - TOAST.height;
  return isBeside || isAbove ? undefined : `${Math.round(window.innerHeight - top) + GAP}px`;
}

function updateOffset(): void {
  const row = rows.at(-1);
  const bottom = row && clearance(row);
  const { style } = document.documentElement;
  if (bottom === undefined) style.removeProperty('--toast-bottom');
  else style.setProperty('--toast-bottom', bottom);
}

/** For the `ref` of a dialog's row of buttons: toasts that would cover it stand above it instead. */
export function keepToastsOff(row: HTMLElement | null): (() => void) | undefined {
  if (!row) return undefined;
  rows.push(row);
  const resized = new ResizeObserver(updateOffset);
  if (row.parentElement) resized.observe(row.parentElement);
  window.addEventListener('resize', updateOffset);
  updateOffset();
  return () => {
    rows.splice(rows.indexOf(row), 1);
    resized.disconnect();
    window.removeEventListener('resize', updateOffset);
    updateOffset();
  };
}
