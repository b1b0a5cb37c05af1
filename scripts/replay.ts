import { type RebuildProgress, rebuild } from '../projections/engine/rebuild/rebuild.ts';
import { acceptLog, repeatErasures } from '../src/app/accepted-log/accept.ts';
import { findLoss, type Loss, type PromisedBooking } from '../src/app/accepted-log/loss.ts';
import { numberText } from '../src/backup/progress.ts';
import { formatTime } from '../src/salon/salon-time.ts';
import { withReadSide } from './open-read-side.ts';

/**
 * `npm run replay [name]`: rebuilds one read model, or all, beside the live tables, and then switches. Without a name it also accepts a
 * log that was set back or replaced.
 */

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

const when = ({ date, startMinute }: PromisedBooking) => `${date} at ${formatTime(startMinute)}`;
const MOST_LISTED = 20;

/** Says in words what is lost. */
function* lossText({ kept, bookings, erasures, erasedBookings }: Loss): Generator<string> {
  yield kept
    ? `The last event that is still there was recorded at ${kept.at}. Everything after it is lost: appointments, changes, messages' histories.`
    : 'This log has no event that this database has seen: everything is lost that was recorded before.';
  if (bookings === null) yield 'No read model can tell which appointments are lost.';
  else if (bookings.length === 0)
    yield 'No appointment from today on is among what is lost, as far as the read model knew.';
  else {
    yield `Lost with it: ${numberText(bookings.length)} appointments from today on, or their last change, that customers were promised.`;
    for (const booking of bookings.slice(0, MOST_LISTED)) yield `  ${when(booking)} (${booking.id})`;
    if (bookings.length > MOST_LISTED) yield `  and ${numberText(bookings.length - MOST_LISTED)} more`;
  }
  const count = erasures.length + erasedBookings.length;
  if (count > 0) yield `${numberText(count)} erasures are lost, too, and are asked for again.`;
}

const ACCEPTED = `The log is accepted as it is. Running services start again by themselves; start the others.
Customers are matched again from the log's start, and messages to customers are paused: run "npm run verify", look at the
appointments of the time that is lost, and then press "Resume messages" on the page Messages of the admin area.`;

async function replay({ projections, wrongLog, ...deps }: Parameters<Parameters<typeof withReadSide>[1]>[0]) {
  const [wanted] = process.argv.slice(2);
  const chosen = projections.filter(({ name }) => wanted === undefined || name === wanted);
  if (chosen.length === 0) {
    throw new Error(
      `There is no read model "${wanted}". There are: ${projections.map(({ name }) => name).join(', ')}.`,
    );
  }
  const now = () => new Date();
  const accepting = { pool: deps.pool, log: deps.store, now };
  let loss: Loss | undefined;
  if (wrongLog !== null) {
    if (wanted !== undefined)
      throw new Error(`${wrongLog} Only "npm run replay", without a name, mends that.`);
    console.log(wrongLog);
    loss = await findLoss(deps.pool, deps.store, now);
    for (const text of lossText(loss)) console.log(text);
    await repeatErasures(accepting, loss);
  }
  for (const projection of chosen) await rebuildOne(deps, projection);
  if (!loss) return;
  await acceptLog(accepting, loss);
  console.log(ACCEPTED);
}

async function rebuildOne(deps: Parameters<typeof rebuild>[0], projection: Parameters<typeof rebuild>[1]) {
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

await withReadSide('replay', replay, { anyLog: true });
