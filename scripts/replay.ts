import { type RebuildProgress, rebuild } from '../projections/engine/rebuild/rebuild.ts';
import { numberText } from '../src/backup/progress.ts';
import { withReadSide } from './open-read-side.ts';

/** `npm run replay [name]`: rebuilds one read model, or all, beside the live tables, and then switches. */

const BAR_WIDTH = 30;

function line(name: string, { done, total, eventsPerSecond, secondsLeft }: RebuildProgress): string {
  const share = total > 0 ? Math.min(1, done / total) : 0;
  const filled = Math.round(share * BAR_WIDTH);
  const bar = total > 0 ? `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ` : '';
  const of = total > 0 ? `${numberText(done)} of ${numberText(total)}` : numberText(done);
  const left = secondsLeft === null ? '' : `, ${Math.ceil(secondsLeft)} s left`;
  return `${name.padEnd(14)} ${bar}${of} events, ${numberText(eventsPerSecond)}/s${left}`;
}

const REDRAW_MS = 100;
const isTerminal = process.stderr.isTTY === true;

await withReadSide('replay', async ({ projections, ...deps }) => {
  const [wanted] = process.argv.slice(2);
  const chosen = projections.filter(({ name }) => wanted === undefined || name === wanted);
  if (chosen.length === 0) {
    throw new Error(
      `There is no read model "${wanted}". There are: ${projections.map(({ name }) => name).join(', ')}.`,
    );
  }
  for (const projection of chosen) {
    let drawn = 0;
    const onProgress = (progress: RebuildProgress) => {
      if (!isTerminal || performance.now() - drawn < REDRAW_MS) return;
      drawn = performance.now();
      process.stderr.write(`\r\u001b[K${line(projection.name, progress)}`);
    };
    const { events, seconds } = await rebuild(deps, projection, { onProgress });
    if (isTerminal) process.stderr.write('\r\u001b[K');
    console.log(
      `${projection.name.padEnd(14)} rebuilt from ${numberText(events)} events in ${seconds.toFixed(1)} s`,
    );
  }
});
