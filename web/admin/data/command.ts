import type { Patch } from './overlay.ts';
import type { Topic } from './topics.ts';

/** With what a command is sent; passed on to `call`. */
interface Sending {
  readonly token: string;
  readonly idempotencyKey: string;
  readonly ifVersion: number | undefined;
}

/** What every command's answer contains: the event's position in the log, and the new version. */
export interface CommandAnswer {
  readonly position: string;
  readonly version?: number;
}

/** A change of the salon's data, as a value: made once, sent from any screen. */
export interface Command<Input, Answer extends CommandAnswer = CommandAnswer> {
  /** Tells it from other commands with the same input. */
  readonly name: string;
  /** What it changes. Commands on one thing are sent one after the other. */
  thing(input: Input): Topic;
  /** Other things that the command changes, such as the other of two merged customers. */
  also?(input: Input, answer: Answer): readonly Topic[];
  send(input: Input, sending: Sending): Promise<Answer>;
  /** What is shown at once. Made by `patchOf`. */
  patches?(input: Input): readonly Patch[];
}

/** Keeps the types of a definition. */
export const defineCommand = <Input, Answer extends CommandAnswer>(
  command: Command<Input, Answer>,
): Command<Input, Answer> => command;

/** How a command changes what a query shows. `apply` returns the data unchanged where it isn't about it. */
export const patchOf = <QueryInput, Body>(
  { name }: { readonly name: string; load(input: QueryInput, asking: never): Promise<Body> },
  apply: (body: Body, input: QueryInput) => Body,
): Patch => ({ query: name, apply: (body, input) => apply(body as Body, input as QueryInput) });
