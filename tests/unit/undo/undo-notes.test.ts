import { describe, expect, it } from 'vitest';
import { bookingStream } from '../../../src/features/booking/appointment/events.ts';
import { book } from '../../support/salon/test-salon.ts';
import { BOOKING, KEY, refusal, world } from '../../support/undo/undo-world.ts';

describe('undoing a note on a visit', () => {
  it('gives a visit its former note back, once', async () => {
    const at = world();
    await book(at.salon, KEY);
    const note = (text: string | null) =>
      at.salon.bookings.noteVisit(BOOKING, text, at.run('note', `${BOOKING} ${text}`));
    const lastNote = async () => (await at.last()).data;
    await note('6N');
    await note('7N');
    const { id } = await at.last();
    const answers = await Promise.all([at.undo(id), at.undo(id)]);
    expect(await lastNote()).toEqual({ personal: { text: '6N' } });
    expect(new Set(answers.map(({ position }) => position)).size).toBe(1);

    await note(null);
    await at.salon.bookings.confirm(BOOKING, at.run('confirm', BOOKING));
    const [, , , , removal] = await at.log.read(bookingStream(BOOKING));
    await at.undo(removal?.id ?? '');
    expect(await lastNote()).toEqual({ personal: { text: '6N' } });
    await note('8N');
    expect(await refusal(at.undo(removal?.id ?? ''))).toBe('granted');
    expect(await lastNote(), 'undone already').toEqual({ personal: { text: '8N' } });
  });

  it('takes the first note off again, and refuses one that another has replaced', async () => {
    const at = world();
    await book(at.salon, KEY);
    const note = (text: string) => at.salon.bookings.noteVisit(BOOKING, text, at.run('note', text));
    await note('6N');
    const first = await at.last();
    await note('7N');
    expect(await refusal(at.undo(first.id))).toEqual([
      'undo-overtaken',
      expect.stringContaining('visit note written'),
    ]);
    await at.undoLast();
    expect((await at.last()).data).toEqual({ personal: { text: '6N' } });
  });
});
