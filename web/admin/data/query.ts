import type { Callable } from '../../../src/contracts/accounts/roles.ts';
import type { Position } from './minimum-positions.ts';
import type { Topic } from './topics.ts';

/** The options of a request; passed on to `call`, except `after`, which is a parameter of the query string. */
export interface RequestOptions {
  readonly token: string;
  readonly signal: AbortSignal;
  readonly onReached: (position: Position) => void;
  readonly after: Position | undefined;
}

/** A request for data, which any screen can use. The data is cached by name and input. */
export interface AdminQuery<Input, Body> {
  readonly name: string;
  /** The people who may ask, if not all: nothing is asked for others. */
  readonly roles?: Callable;
  /** The topics of its data: a change of any of them makes the data outdated. */
  about(input: Input): readonly Topic[];
  load(input: Input, options: RequestOptions): Promise<Body>;
}

/** Infers the types of a definition. */
export const defineQuery = <Input, Body>(query: AdminQuery<Input, Body>): AdminQuery<Input, Body> => query;

/** A list that comes in pages. */
export interface PagedQuery<Input, Page extends { readonly next_cursor: string | null }> {
  readonly name: string;
  about(input: Input): readonly Topic[];
  load(input: Input, options: RequestOptions & { readonly cursor: string | undefined }): Promise<Page>;
}

/** Infers the types of a definition. */
export const definePagedQuery = <Input, Page extends { readonly next_cursor: string | null }>(
  query: PagedQuery<Input, Page>,
): PagedQuery<Input, Page> => query;
