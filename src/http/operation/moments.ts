import type { z } from 'zod';
import type { Moment } from '../../contracts/moment.ts';
import type { AfterQuery, MomentQuery } from '../../contracts/operation-rules.ts';
import { LOG_START, type Position, positionBefore } from '../../eventsourcing/event-store.ts';
import { refuse } from '../refusal.ts';
import { invalidValue } from './parse.ts';
import { furthestBehind, type NamedModel, type ProjectionWait, wirePosition } from './projected.ts';

interface MomentsDeps {
  readonly waitForProjection: ProjectionWait;
  /** The end of the log. */
  head(): Promise<Position>;
  /** The read model that knows what time it was at each position. */
  readonly clock: NamedModel;
  /** The latest instant that an event up to the position is recorded with; null if there is none. */
  instantOf(position: Position): Promise<string | null>;
  /** Positions, one for each instant: that of the first event recorded as later; `LOG_START` if there is none yet. */
  firstAfter(instants: readonly string[]): Promise<readonly Position[]>;
  /** Those of some read models that can't be read yet, with how many events have been read into them so far. */
  unfilled(names: readonly string[]): Promise<readonly { readonly name: string; readonly events: number }[]>;
  now(): Date;
}

const START = wirePosition(LOG_START);

/**
 * Finds the moment that a request asks for, and waits until the read models have reached it. All its events are projected then, so
 * the answer never changes. But personal data is shown as it is at the positions that the read models have reached.
 *
 * @throws InvalidRequest for a moment that hasn't been yet, and `unavailable` if the read models don't get there in time
 */
export function createMoments(deps: MomentsDeps) {
  const { waitForProjection, head, clock, instantOf, firstAfter, unfilled, now } = deps;

  return async (
    { after = LOG_START, at, as_of: asOf }: z.output<typeof AfterQuery> & z.output<typeof MomentQuery>,
    models: readonly NamedModel[],
  ): Promise<{ readonly moment: Moment; readonly positions: readonly Position[] }> => {
    const all = [...models, clock];
    let positions: readonly Position[] = [];

    async function reachedBy(position: Position): Promise<Position> {
      positions = await waitForProjection(all, position > after ? position : after);
      const reached = furthestBehind(positions);
      if (reached > START) return reached;
      const filling = await unfilled(all.map(({ name }) => name));
      if (filling.length > 0) throw refuse('unavailable', { retryAfterSeconds: 2, filling: [...filling] });
      return reached;
    }

    async function reach(position: Position): Promise<Position> {
      const reached = await reachedBy(position);
      if (reached < position) throw refuse('unavailable');
      return reached;
    }

    /** Just before the first event that is recorded as later than the instant; undefined if there is none yet. */
    async function endOf(instant: string): Promise<Position | undefined> {
      const [next = LOG_START] = await firstAfter([instant]);
      if (!next) return undefined;
      const end = positionBefore(next);
      await reach(end);
      return end;
    }

    async function positionAsOf(instant: string): Promise<Position> {
      if (instant > now().toISOString()) throw invalidValue('as_of', 'This moment lies in the future.');
      await reachedBy(LOG_START);
      const end = await endOf(instant);
      if (end !== undefined) return end;
      // The event that ends the moment may be in the log, but not in the read models yet.
      const reached = await reach(await head());
      return (await endOf(instant)) ?? reached;
    }

    async function positionAt(position: Position): Promise<Position> {
      if ((await reachedBy(position)) >= position) return position;
      if (position > (await head())) throw invalidValue('at', 'Must not lie beyond the end of the log.');
      throw refuse('unavailable');
    }

    let position: Position;
    if (at !== undefined) position = await positionAt(at);
    else if (asOf !== undefined) position = await positionAsOf(asOf);
    else {
      position = await reachedBy(LOG_START);
      // A process that has just started doesn't know yet what they have reached.
      if (position === START) position = await reach(await head());
    }
    const moment = { position: wirePosition(position), as_of: await instantOf(position) };
    return { moment, positions };
  };
}

export type MomentOf = ReturnType<typeof createMoments>;
