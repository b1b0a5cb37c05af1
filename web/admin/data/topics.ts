import type { LiveKind } from '../../../src/contracts/live.ts';

/** One thing, `service/updo`, or everything of its kind, `service`. The hours are one thing, `hours/week`. */
export type Topic = LiveKind | `${LiveKind}/${string}`;

export const topicOf = (kind: LiveKind, id: string): Topic => `${kind}/${id}`;

/** The kind of a thing; a kind itself as it is. */
export const kindOf = (topic: Topic): LiveKind => topic.split('/', 1)[0] as LiveKind;

/** Whether a change of the one may show in data about the other. */
export const concerns = (changed: Topic, about: Topic): boolean =>
  changed === about || kindOf(changed) === about || changed === kindOf(about);
