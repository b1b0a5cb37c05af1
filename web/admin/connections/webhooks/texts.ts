import type { Delivery, DeliveryFailure, Webhook } from '../../../../src/contracts/settings/webhooks.ts';

/** The kinds of events that an owner can choose, by prefixes of types. */
export const KINDS = {
  'appointment.*': { name: 'Appointments', about: 'requested, confirmed, moved, cancelled or completed' },
  'customer.*': { name: 'Customers', about: 'added, changed or erased; never with a name' },
  'service.*': { name: 'Services', about: 'added, changed or taken off the menu' },
  'hours.*': { name: 'Opening hours', about: 'of the week' },
  'day.*': { name: 'Single days', about: 'closed, or with hours of their own' },
  'message.*': { name: 'Texts and mails', about: 'what became of each' },
} as const;
type Kind = keyof typeof KINDS;

const isKind = (name: string): name is Kind => Object.hasOwn(KINDS, name);

/** Names the kinds of events that are sent to an address. */
export const typesText = (types: Webhook['types']): string =>
  types === null
    ? 'Everything that happens'
    : types.map((name) => (isKind(name) ? KINDS[name].name : name)).join(', ');

const FAILURES: Readonly<Record<Exclude<DeliveryFailure, 'status'>, string>> = {
  address: 'The address leads into a private network, so nothing is sent there.',
  name: 'There is no server of this name.',
  unreachable: 'The server can’t be reached.',
  certificate: 'The connection can’t be encrypted: the server’s certificate is not valid.',
  timeout: 'The server didn’t answer within 15 seconds.',
  broken: 'The connection broke off before there was an answer.',
  redirect: 'The server answered that the address has moved. Please ask for its present one.',
  gone: 'The server answered that it wants nothing more at this address.',
  secret: 'The secret can’t be read any more. Please make a new one.',
};

/** Describes the outcome of a delivery in a sentence. */
export function outcomeText({ status, failure }: Pick<Delivery, 'status' | 'failure'>): string {
  if (failure === null) return `Accepted${status === null ? '' : ` (${status})`}.`;
  return failure === 'status' ? `The server answered with an error (${status}).` : FAILURES[failure];
}

const PAUSED: Readonly<Record<NonNullable<Webhook['paused']>['why'], string>> = {
  staff: 'Paused',
  failing: 'Paused after three days in which nothing arrived',
  gone: 'Paused, since the other program wants nothing more',
  'maker-revoked': 'Paused because the person who added it no longer administers the salon',
};

/** Why and since when nothing is sent. */
export const pausedText = (
  { why, at }: NonNullable<Webhook['paused']>,
  instantText: (iso: string) => string,
) => `${PAUSED[why]}, since ${instantText(at)}`;

/** Whether an address was paused by the service, and not by staff: then somebody has to look after it. */
export const needsCare = ({ paused }: Webhook): boolean => paused !== null && paused.why !== 'staff';

/** How long something took: `84 ms`, `15.0 s`. */
export const tookText = (ms: number): string => (ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`);
