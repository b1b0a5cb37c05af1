import type { Queryable } from '../adapters/postgres/pool.ts';
import { ProofFigures, ProofProgress, type ProofState } from '../contracts/system/proof.ts';
import { askFor, lastAskedByItself, lastEnded, openTasks } from '../features/system/tasks.ts';
import type { NamesOf } from '../http/operation/caller.ts';
import { salonDate, salonMinutes } from '../salon/salon-time.ts';

/** The night's proof is asked for within these minutes after the salon's midnight: after the backup, and before anybody works. */
const NIGHT = { from: 4 * 60, to: 6 * 60 };

/** Asks for the proof of the night once it is due. */
export async function askForNightlyProof(db: Queryable, now: Date, timeZone: string): Promise<void> {
  const minutes = salonMinutes(now, timeZone);
  if (minutes < NIGHT.from || minutes >= NIGHT.to) return;
  const last = await lastAskedByItself(db, 'proof');
  if (last && salonDate(last, timeZone) === salonDate(now, timeZone)) return;
  await askFor(db, 'proof', { askedBy: null, now });
}

/** Whether the last proof found something wrong; false while there is none. */
export async function hasProofFailed(db: Queryable): Promise<boolean> {
  const last = await lastEnded(db, 'proof', { withResult: true });
  return last !== undefined && !ProofFigures.parse(last.result).holds;
}

/** The last proof and the one under way, for staff. */
export async function proofState(db: Queryable, namesOf: NamesOf): Promise<ProofState> {
  const [open] = await openTasks(db, 'proof');
  const [proven, newest] = await Promise.all([
    lastEnded(db, 'proof', { withResult: true }),
    lastEnded(db, 'proof', { withResult: false }),
  ]);
  const askedBy = proven?.askedBy ?? null;
  return {
    last: proven
      ? {
          ...ProofFigures.parse(proven.result),
          at: proven.endedAt.toISOString(),
          asked_by: askedBy === null ? null : ((await namesOf([askedBy])).get(askedBy) ?? null),
        }
      : null,
    running: open
      ? {
          asked_at: open.askedAt.toISOString(),
          began_at: open.beganAt?.toISOString() ?? null,
          progress: open.progress === null ? null : ProofProgress.parse(open.progress),
        }
      : null,
    failed:
      newest && newest.error !== null ? { at: newest.endedAt.toISOString(), error: newest.error } : null,
  };
}
