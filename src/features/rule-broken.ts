import type { ProblemCode } from '../contracts/problem.ts';
import { RuleBroken } from '../eventsourcing/streams/decider.ts';

/** Makes the error by which a decider or a command handler refuses a command: `throw broken('slot-taken')`. */
export const broken = (code: ProblemCode) => new RuleBroken<ProblemCode>(code);
