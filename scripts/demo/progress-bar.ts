const WIDTH = 30;
const REDRAW_MS = 100;
/** Without a terminal, a line is written for each of so many parts. */
const LINES = 5;

const LABEL = 'Living';

/** Draws on stderr how much of the demo's life is lived; call it with shares from 0 to 1. */
export function progressBar(): (share: number) => void {
  const isTerminal = process.stderr.isTTY === true;
  const began = performance.now();
  let drawnAt = Number.NEGATIVE_INFINITY;
  let said = 0;
  return (share) => {
    const seconds = (performance.now() - began) / 1_000;
    const percent = `${Math.floor(share * 100)}`.padStart(3);
    if (!isTerminal) {
      if (Math.floor(share * LINES) <= said) return;
      said = Math.floor(share * LINES);
      process.stderr.write(`${LABEL} ${percent} %, ${seconds.toFixed(0)} s\n`);
      return;
    }
    if (share < 1 && performance.now() - drawnAt < REDRAW_MS) return;
    drawnAt = performance.now();
    const filled = Math.round(share * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    const left = share > 0.03 && share < 1 ? `, ${Math.ceil((seconds / share) * (1 - share))} s left` : '';
    process.stderr.write(`\r\u001b[K${LABEL} ${bar} ${percent} %${left}${share >= 1 ? '\n' : ''}`);
  };
}
