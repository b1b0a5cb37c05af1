import type { DayOutcome } from '../../../src/contracts/salon/several-days.ts';
import type { Patch } from './overlay.ts';
import type { Topic } from './topics.ts';

/** Options of the request; passed on to `call`. */
interface Sending {
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

/** The days that it has done. */
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
  send(input: Input, sending: Sending): Promise<Answer>;
  /** How the data changes until the server's answer has it. Made by `patchOf`. */
  patches?(input: Input): readonly Patch[];
}

/** Infers the types of a definition. */
export const defineCommand = <Input, Answer extends CommandAnswer>(
  command: Command<Input, Answer>,
): Command<Input, Answer> => command;

/** How a command changes the data of a query. `apply` returns the data as it is if the command doesn't concern it. */
export const patchOf = <QueryInput, Body>(
  { name }: { readonly name: string; load(input: QueryInput, options: never): Promise<Body> },
  apply: (body: Body, input: QueryInput) => Body,
): Patch => ({ query: name, apply: (body, input) => apply(body as Body, input as QueryInput) });
