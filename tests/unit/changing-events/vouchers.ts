import { z } from 'zod';
import type { EventOf, EventTypes } from '../../../src/eventsourcing/event-types.ts';
import type { Decider } from '../../../src/eventsourcing/streams/decider.ts';

// The examples of docs/changing-events.md, about vouchers that the salon doesn't sell. The page quotes this file.

export const firstTypes = {
  VoucherSold: { schemaVersion: 1, data: z.strictObject({ cents: z.int() }) },
  VoucherRedeemed: { schemaVersion: 1, data: z.strictObject({ cents: z.int(), tipCents: z.int() }) },
} satisfies EventTypes;

export const voucherTypes = {
  VoucherSold: {
    schemaVersion: 2,
    data: z.strictObject({ cents: z.int(), currency: z.enum(['USD', 'EUR']) }),
    upcasts: {
      // The first release sold in dollars only.
      1: (data) => ({ ...data, currency: 'USD' }),
    },
  },
  VoucherRedeemed: {
    schemaVersion: 2,
    data: z.strictObject({
      cents: z.int(),
      /** Only in events of version 1. Later ones have `TipPaid` beside them. */
      tipCents: z.int().optional(),
    }),
    upcasts: { 1: (data) => data },
  },
  TipPaid: { schemaVersion: 1, data: z.strictObject({ tipCents: z.int() }) },
} satisfies EventTypes;

type VoucherEvent = EventOf<typeof voucherTypes>;

interface Voucher {
  readonly currency: string;
  readonly leftCents: number;
  readonly tipsCents: number;
}

export type VoucherCommand =
  | { readonly kind: 'sell'; readonly cents: number; readonly currency: 'USD' | 'EUR' }
  | { readonly kind: 'redeem'; readonly cents: number; readonly tipCents: number };

function decide(command: VoucherCommand): readonly VoucherEvent[] {
  if (command.kind === 'sell')
    return [{ type: 'VoucherSold', data: { cents: command.cents, currency: command.currency } }];
  const { cents, tipCents } = command;
  const redeemed: VoucherEvent = { type: 'VoucherRedeemed', data: { cents } };
  return tipCents === 0 ? [redeemed] : [redeemed, { type: 'TipPaid', data: { tipCents } }];
}

function evolve(voucher: Voucher, event: VoucherEvent): Voucher {
  switch (event.type) {
    case 'VoucherSold':
      return { ...voucher, currency: event.data.currency, leftCents: event.data.cents };
    case 'VoucherRedeemed': {
      const { cents, tipCents = 0 } = event.data;
      return {
        ...voucher,
        leftCents: voucher.leftCents - cents - tipCents,
        tipsCents: voucher.tipsCents + tipCents,
      };
    }
    case 'TipPaid': {
      const { tipCents } = event.data;
      return {
        ...voucher,
        leftCents: voucher.leftCents - tipCents,
        tipsCents: voucher.tipsCents + tipCents,
      };
    }
  }
}

export const voucherDecider: Decider<VoucherCommand, VoucherEvent, Voucher, number> = {
  streams: 'voucher-',
  eventTypes: voucherTypes,
  initialState: () => ({ currency: '', leftCents: 0, tipsCents: 0 }),
  decide,
  evolve,
  resultOf: (_, { leftCents }) => leftCents,
};
