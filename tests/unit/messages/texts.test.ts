import { describe, expect, it } from 'vitest';
import { loadSalonProfile } from '../../../src/adapters/salon-profile/profile.ts';
import { USUAL_KINDS } from '../../../src/contracts/messages/message-words.ts';
import { fillInBooking } from '../../../src/contracts/settings/variables.ts';
import { usualTextsOf } from '../../../src/features/messages/rules.ts';
import {
  createTextOf,
  exampleBooking,
  type MessageTexts,
  usualTexts,
} from '../../../src/features/messages/texts/templates.ts';
import { charactersBeyondGsm, smsLength } from '../../../src/salon/sms-length.ts';
import { textLength } from '../../../web/admin/ui/form/text-message-area.tsx';

describe('the length of a text', () => {
  it.each([
    ['', 'GSM-7', 0, 1],
    ['a'.repeat(160), 'GSM-7', 160, 1],
    ['a'.repeat(161), 'GSM-7', 161, 2],
    ['a'.repeat(306), 'GSM-7', 306, 2],
    ['a'.repeat(307), 'GSM-7', 307, 3],
    ['Lumière, Ä, à', 'GSM-7', 13, 1],
    ['€'.repeat(80), 'GSM-7', 160, 1],
    [`${'a'.repeat(152)}€${'a'.repeat(100)}`, 'GSM-7', 254, 2],
    ['ç'.repeat(70), 'UCS-2', 70, 1],
    ['ç'.repeat(71), 'UCS-2', 71, 2],
    ['✂️', 'UCS-2', 2, 1],
    ['😀'.repeat(36), 'UCS-2', 72, 2],
    [`${'a'.repeat(66)}😀${'a'.repeat(10)}`, 'UCS-2', 78, 2],
  ])('%j', (text, alphabet, characters, segments) => {
    expect(smsLength(text)).toEqual({ alphabet, characters, segments });
  });
});

describe('the characters that make a text take more room', () => {
  it.each([
    ["Lumière: we'll see you, Ä ñ € [ok]\n", []],
    ['ça va, ça va', ['ç']],
    ['Cut ✂️ and 👩‍🦰, “soon”', ['✂️', '👩‍🦰', '“', '”']],
    ['e\u0301te\u0301', ['e\u0301']],
  ])('of %j', (text, beyond) => {
    expect(charactersBeyondGsm(text)).toEqual(beyond);
    expect(smsLength(text).alphabet).toBe(beyond.length === 0 ? 'GSM-7' : 'UCS-2');
  });
});

describe('the length of a text as staff see it', () => {
  it.each([
    ['See you then.', '13 of 160 characters'],
    ['a'.repeat(161), '161 characters, charged as 2 texts'],
    ['See you then ✂', '14 of 70 characters: special characters take more room'],
    [`${'a'.repeat(80)}✂`, '81 characters, charged as 2 texts: special characters take more room'],
  ])('%s', (text, length) => {
    expect(textLength(text)).toBe(length);
  });
});

describe('the usual texts', async () => {
  const { messages } = await loadSalonProfile();
  const texts = usualTextsOf(messages);
  const kinds = Object.keys(texts) as (keyof MessageTexts)[];
  const textOf = createTextOf({
    texts: () => texts,
    linkOf: () => 'https://www.lumierehairstudio.com/b/ABCDEFGHIJKL',
  });
  const slot = { date: '2026-09-30', start: 750, end: 810 };

  it('are shown to staff as customers get them, about an appointment a week ahead', () => {
    const now = new Date('2026-09-24T06:59:00Z');
    const shown = usualTexts({ textOf }, exampleBooking(now, 'America/Los_Angeles'));
    expect(shown.appointment).toEqual({ appointment_date: '2026-09-30', appointment_time: '12:30 PM' });
    expect(shown.texts).toEqual(
      USUAL_KINDS.map((kind) => ({ kind, text: textOf(kind, { id: 'any', slot }) })),
    );
  });

  it.each(kinds)('%s fits one segment, with the day, the time and what to do', (kind) => {
    const stylist = kind === 'handed-over' ? 'with Ann' : undefined;
    const text = textOf(kind, { id: 'any', slot, stylist });
    expect(smsLength(text)).toMatchObject({ alphabet: 'GSM-7', segments: 1 });
    expect(text).toContain('Lumière Hair Studio');
    expect(text).toContain('Wed, Sep 30, 2026 at 12:30 PM');
    expect(text).toMatch(kind === 'cancelled' ? /\(925\) 555-0142/ : /\/b\/ABCDEFGHIJKL/);
    expect(text).not.toMatch(/[{}]/);
    if (kind === 'changed') expect(text).toContain('ends at 1:30 PM');
  });

  it.each(kinds)('%s names the stylist where the salon is a team, behind the time', (kind) => {
    const text = textOf(kind, { id: 'any', slot, stylist: 'with Ann' });
    expect(text).toContain(
      kind === 'handed-over' ? ' at 12:30 PM is now with Ann. ' : ' at 12:30 PM with Ann',
    );
    expect(text.match(/with Ann/g)).toHaveLength(1);
  });

  it.each([
    ['On {date} {stylist} at {time}.', 'On Sep 30 with Ann at 12:30 PM.', 'On Sep 30 at 12:30 PM.'],
    ['{time} to {end}, {time}', '12:30 PM to 1:30 PM with Ann, 12:30 PM', '12:30 PM to 1:30 PM, 12:30 PM'],
    ['See you!', 'See you!', 'See you!'],
  ])('as staff have written them name the stylist where they say: %s', (text, inTeam, alone) => {
    const values = { date: 'Sep 30', time: '12:30 PM', end: '1:30 PM' };
    expect(fillInBooking(text, { ...values, stylist: 'with Ann' })).toBe(inTeam);
    expect(fillInBooking(text, { ...values, stylist: '' })).toBe(alone);
  });
});
