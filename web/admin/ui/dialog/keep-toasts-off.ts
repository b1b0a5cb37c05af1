/** The size of a toast with the space around it, in pixels. */
const TOAST = { width: 408, height: 150 };
const GAP = 8;

/** The rows of buttons, the topmost last. */
const rows: HTMLElement[] = [];

/** The distance of toasts from the bottom of the screen; undefined if they cover no buttons. */
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

/** For the `ref` of a row of buttons in a dialog or over the page: toasts that would cover it are shown above it instead. */
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

/**
 * For the `ref` of a dialog's box: marks it once there is a toast. The mark stays when the toast goes, so that what is in the box doesn't
 * move under somebody's finger.
 */
export function noteToasts(box: HTMLElement | null): (() => void) | undefined {
  if (!box) return undefined;
  const observer = new MutationObserver(look);
  function look() {
    if (!document.querySelector('[data-sonner-toast]:not([data-removed=true])')) return;
    box?.setAttribute('data-had-toast', '');
    observer.disconnect();
  }
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return () => observer.disconnect();
}
