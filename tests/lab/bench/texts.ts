import { freePort } from '../../support/machine/free-port.ts';
import { startTwilioDouble } from '../../support/messages/twilio-double.ts';
import type { HttpStage } from './http/http.ts';
import { inTurns, type Row, rowOf } from './row.ts';
import { steadily } from './steadily.ts';
import { startTextingSide } from './texting-side.ts';

const ROUNDS = 7;
const BOOKINGS_PER_SECOND = 40;
const ROUND_SECONDS = 8;
const WARM_UP_SECONDS = 8;
/** What booking's 99th percentile may grow to while the provider of texts is down. */
const MOST = 1.05;

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;

/** A service that texts at once, through whatever is at the address. */
async function startSide(stage: HttpStage, name: string, providerUrl: string) {
  const side = await startTextingSide(stage, name, providerUrl);
  const book = async (due: number) => {
    await side.book();
    return performance.now() - due;
  };
  return {
    /** Books at a steady rate. @returns the 99th percentile in milliseconds, from when each was due */
    async p99(seconds: number): Promise<number> {
      const p99 = percentile(await steadily(BOOKINGS_PER_SECOND, seconds, book), 0.99);
      side.endTurn();
      return p99;
    },
    stop: side.stop,
  };
}

/** Booking while texts can't leave, against the same while they do. */
export async function benchTexts(stage: HttpStage): Promise<Row[]> {
  const well = await startTwilioDouble();
  const silent = await startTwilioDouble();
  silent.answers(() => {});
  const sides = await Promise.all([
    startSide(stage, 'texts_leave', well.url),
    startSide(stage, 'texts_refused', `http://127.0.0.1:${await freePort()}`),
    startSide(stage, 'texts_silent', silent.url),
  ]);
  const [leaving, refused, unanswered] = sides;
  try {
    for (const side of sides) await side.p99(WARM_UP_SECONDS);
    const against = async (side: typeof refused, what: string): Promise<Row> => {
      const rounds = await inTurns(ROUNDS, {
        limit: () => leaving.p99(ROUND_SECONDS),
        ours: () => side.p99(ROUND_SECONDS),
      });
      const name = `booking p99 at ${BOOKINGS_PER_SECOND}/s while the provider of texts ${what}, beside one that is well`;
      return rowOf({ name, unit: 'ms', required: MOST }, rounds);
    };
    const rows = [await against(refused, 'cannot be reached'), await against(unanswered, 'never answers')];
    if (well.messages.length === 0) throw new Error('no text has left, so nothing was compared');
    return rows;
  } finally {
    await Promise.all([...sides.map((side) => side.stop()), well.stop(), silent.stop()]);
  }
}
