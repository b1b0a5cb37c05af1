import type { Position } from './minimum-positions.ts';
import type { Topic } from './topics.ts';

/** The options of a request; passed on to `call`, except `after`, which belongs into its `query`. */
export interface Asking {
  readonly token: string;
  readonly signal: AbortSignal;
  readonly onReached: (position: Position) => void;
  readonly after: Position | undefined;
}

/** A query as a value: any screen can use it, and its data is cached by its name and input. */
export interface AdminQuery<Input, Body> {
  readonly name: string;
  /** What its data is about: a change of any of it makes the data old. */
  about(input: Input): readonly Topic[];
  load(input: Input, asking: Asking): Promise<Body>;
}

/** Keeps the types of a definition. */
export const defineQuery = <Input, Body>(query: AdminQuery<Input, Body>): AdminQuery<Input, Body> => query;

/** A list that comes in pages. */
export interface PagedQuery<Input, Page extends { readonly next_cursor: string | null }> {
  readonly name: string;
  about(input: Input): readonly Topic[];
  load(input: Input, asking: Asking & { readonly cursor: string | undefined }): Promise<Page>;
}

/** Keeps the types of a definition. */
export const definePagedQuery = <Input, Page extends { readonly next_cursor: string | null }>(
  query: PagedQuery<Input, Page>,
): PagedQuery<Input, Page> => query;
