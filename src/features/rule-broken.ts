import type { ProblemCode } from '../contracts/problem.ts';
import { RuleBroken } from '../eventsourcing/streams/decider.ts';

/** The error of a decider or a command handler whose rule refuses the command: `throw broken('slot-taken')`. */
export const broken = (code: ProblemCode) => new RuleBroken<ProblemCode>(code);
