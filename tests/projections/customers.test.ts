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
      before: null,
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

/** Postgres refuses an entry of an index that is larger; a name that doesn't compress is stored as it is. */
const MOST_OF_AN_ENTRY = 2_704;

describe('a name of long characters', () => {
  it.each([
    ['syllables of old Hangul', '\u1100\u1101\u1102\u1161\u1162\u11a8\u11a9'.repeat(100)],
    ['Hangul syllables', '힣'.repeat(100)],
    ['ligatures that are eighteen letters', '\ufdfa'.repeat(100)],
    ['families', '👨‍👩‍👧‍👦'.repeat(100)],
    ['letters with many marks', 'a\u0301\u0302\u0303\u0304'.repeat(100)],
    ['conjuncts of Devanagari', 'क्ष्म्य'.repeat(100)],
    ['flags', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'.repeat(100)],
    ['emoji with colours of skin', '💇🏽'.repeat(100)],
    ['mathematical letters', '𝔸'.repeat(100)],
    ['full-width letters', 'Ａ'.repeat(100)],
    ['square words', '㌀'.repeat(100)],
    ['half-width marks that are no combining ones', 'ｶ\uff9e'.repeat(100)],
    ['Tibetan stacks', 'ཧྐྵྨླྺྼྻྂ'.repeat(100)],
  ])('of %s is sorted by what an index and a cursor have room for', (_what, name) => {
    const sorted = rowAfter(registered, changed({ ...MARIAS_CARD, name }));
    const bytes = Buffer.byteLength(String(sorted?.sort_name));
    expect(bytes).toBeLessThan(500);
    expect(bytes + 16 + 64).toBeLessThan(MOST_OF_AN_ENTRY);
  });
});
