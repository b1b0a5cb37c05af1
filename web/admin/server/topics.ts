import type { HistoryKind } from '../../../src/contracts/history/history.ts';

/** One thing, `service/updo`, or everything of its kind, `service`. The hours are one thing, `hours/week`. */
export type Topic = HistoryKind | `${HistoryKind}/${string}`;

export const topicOf = (kind: HistoryKind, id: string): Topic => `${kind}/${id}`;

/** The kind of a thing; a kind itself as it is. */
export const kindOf = (topic: Topic): HistoryKind => topic.split('/', 1)[0] as HistoryKind;

/** Whether a change of the one may show in data about the other. */
export const concerns = (changed: Topic, about: Topic): boolean =>
  changed === about || kindOf(changed) === about || changed === kindOf(about);
