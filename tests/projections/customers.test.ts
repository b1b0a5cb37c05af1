import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { ERASED } from '../../src/eventsourcing/event-types.ts';
import { customerRegistered, type Fact, MARIAS_CARD } from './events.ts';
import { rowsOf } from './folding.ts';

const id = randomUUID();
const registered = customerRegistered(id);
const on = (type: string, data: Fact['data'] = {}): Fact => ({ stream: `customer-${id}`, type, data });
const rowAfter = (...facts: readonly Fact[]) => rowsOf('customers', ...facts)[0];
const WORK = { phone: '510 555 0199', phoneE164: '+15105550199' };
const added = (personal: unknown) => on('CustomerContactAdded', { bookingId: randomUUID(), personal });
const changed = (personal: unknown) => on('CustomerChanged', { version: 2, personal });

describe('customers', () => {
  it('have the card of their first booking, and are as old as it', () => {
    expect(rowAfter(registered)).toEqual({
      id,
      name: 'Maria Lopez',
      emails: ['maria@example.com'],
      phones: MARIAS_CARD.phones,
      birthday_month: null,
      birthday_day: null,
      notes: null,
      sort_name: 'maria lopez',
      search_text: 'maria lopez\nmaria@example.com\n(925) 555-0100\n9255550100\n19255550100',
      contacts: 'email:maria@example.com\nphone:+19255550100',
      created_at: '2026-11-20T18:00:00.000Z',
      version: 1,
      revision: 0,
    });
  });

  it('learn contacts, which are searched and compared too', () => {
    expect(rowAfter(registered, added({ emails: ['Maria@Work.example'], phones: [WORK] }))).toMatchObject({
      name: 'Maria Lopez',
      emails: ['maria@example.com', 'Maria@Work.example'],
      phones: [...MARIAS_CARD.phones, WORK],
      search_text: expect.stringContaining('5105550199'),
      contacts: 'email:maria@example.com\nemail:maria@work.example\nphone:+19255550100\nphone:+15105550199',
      version: 2,
    });
  });

  it('have the whole card that staff have written', () => {
    const card = {
      ...MARIAS_CARD,
      name: 'María López',
      emails: [],
      birthdayMonth: 5,
      birthdayDay: 17,
      notes: 'Tea',
    };
    expect(rowAfter(registered, changed(card))).toMatchObject({
      name: 'María López',
      sort_name: 'maria lopez',
      emails: [],
      birthday_month: 5,
      birthday_day: 17,
      notes: 'Tea',
      contacts: 'phone:+19255550100',
      version: 2,
    });
  });

  it('never match by a number that cannot be understood', () => {
    const card = { ...MARIAS_CARD, emails: [], phones: [{ phone: 'ask at the desk', phoneE164: null }] };
    expect(rowAfter(registered, changed(card))).toMatchObject({ contacts: '' });
  });

  it('keep no word once the key is shredded, and are gone once their stream says so', () => {
    const nothing = { name: null, emails: [], phones: [], notes: null, sort_name: '', contacts: '' };
    expect(rowAfter(customerRegistered(id, ERASED), added(ERASED), changed(ERASED))).toMatchObject({
      ...nothing,
      search_text: '',
      version: 3,
    });
    expect(rowsOf('customers', registered, on('CustomerErased'))).toEqual([]);
  });
});

describe('merges', () => {
  const [mergeId, from, into] = [randomUUID(), randomUUID(), randomUUID()];
  const onMerges = (type: string, data: Fact['data']): Fact => ({ stream: 'merges', type, data });
  const merged = onMerges('CustomersMerged', { mergeId, from, into });
  const erased = onMerges('CustomersErased', { customerIds: [into, from] });

  it('stand until they are split', () => {
    const row = { merge_id: mergeId, from_id: from, into_id: into, merged_at: '2026-11-20T18:00:00.000Z' };
    expect(rowsOf('customer_merges', merged, erased)).toEqual([row]);
    expect(rowsOf('customer_merges', merged, onMerges('CustomersSplit', { mergeId }))).toEqual([]);
  });

  it('tell at once who is erased', () => {
    expect(rowsOf('customer_erasures', merged, erased)).toMatchObject([{ customer_ids: [into, from] }]);
  });
});
