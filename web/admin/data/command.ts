import type { DayOutcome } from '../../../src/contracts/salon/several-days.ts';
import { ApiError, newIdempotencyKey } from '../../api.ts';
import type { Topic } from './topics.ts';

/** Options of the request; passed on to `call`. */
interface SendOptions {
  readonly token: string;
  readonly idempotencyKey: string;
  readonly ifVersion: number | undefined;
}

/** Every command's answer contains these: the event's position in the log, and the new version. */
export interface CommandAnswer {
  readonly position: string;
  readonly version?: number;
  /** The outcome for each day, if the command was about several. */
  readonly days?: readonly DayOutcome[] | undefined;
}

/** The days that a command about several could not do. Sent again, it tries only these. */
export const refusedDays = ({ days = [] }: CommandAnswer) => days.filter((day) => 'code' in day);

export const doneDays = ({ days = [] }: Pick<CommandAnswer, 'days'>) =>
  days.filter((day) => 'position' in day);

/** A change of the salon's data, defined once and sent from any screen. */
export interface Command<Input, Answer extends CommandAnswer = CommandAnswer> {
  /** Distinguishes it from other commands with the same input. */
  readonly name: string;
  /** The thing that it changes. Commands on the same thing are sent one after the other. */
  thing(input: Input): Topic;
  /** Other things that the command changes, such as the other of two merged customers. */
  also?(input: Input, answer: Answer): readonly Topic[];
  send(input: Input, options: SendOptions): Promise<Answer>;
}

/** Infers the types of a definition. */
export const defineCommand = <Input, Answer extends CommandAnswer>(
  command: Command<Input, Answer>,
): Command<Input, Answer> => command;

/**
 * Sends a request under an idempotency key. Without an answer the outcome is unknown, so the same request keeps its key and can be
 * repeated without taking effect twice. It also keeps it while some days were refused or staff are asked about appointments first,
 * since it is then sent again to do what is left.
 *
 * @param keys keys of requests without a final answer, which this changes
 * @param request identifies the request by its content
 */
export async function underKey<Answer extends CommandAnswer>(
  keys: Map<string, string>,
  request: string,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const key = keys.get(request) ?? newIdempotencyKey();
  keys.set(request, key);
  try {
    const answer = await send(key);
    if (refusedDays(answer).length === 0) keys.delete(request);
    return answer;
  } catch (error) {
    if (error instanceof ApiError && !error.affected) keys.delete(request);
    throw error;
  }
}
