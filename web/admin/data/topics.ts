import type { HistoryKind } from '../../../src/contracts/history/history.ts';

/** One thing, such as `service/updo`, or all things of a kind, `service`. The weekly hours are one thing, `hours/week`. */
export type Topic = HistoryKind | `${HistoryKind}/${string}`;

export const topicOf = (kind: HistoryKind, id: string): Topic => `${kind}/${id}`;

export const kindOf = (topic: Topic): HistoryKind => topic.split('/', 1)[0] as HistoryKind;

/** Whether a change of the first topic may affect data about the second. */
export const concerns = (changed: Topic, about: Topic): boolean =>
  changed === about || kindOf(changed) === about || changed === kindOf(about);
