import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { noteErasure, REGISTER, readErasures } from '../../src/erasure/register.ts';
import { StoreUnavailable } from '../../src/eventsourcing/event-store.ts';
import { givenFolder } from '../support/backup/installation.ts';

const erasureOf = (digit: number) => ({
  position: String(digit).repeat(32),
  bookingId: `00000000-0000-4000-8000-00000000000${digit}`,
});
const [FIRST, SECOND, THIRD] = [erasureOf(1), erasureOf(2), erasureOf(3)];

async function givenRegister() {
  const folder = join(await givenFolder(), 'backups');
  const path = join(folder, REGISTER);
  const warnings: string[] = [];
  return {
    folder,
    path,
    warnings,
    note: noteErasure(folder),
    read: () => readErasures(path, (line) => warnings.push(line)),
  };
}

it('notes an erasure in a line of its own, also after a line that was cut off', async () => {
  const { path, note, read, warnings } = await givenRegister();
  await note(FIRST);
  await appendFile(path, JSON.stringify(SECOND).slice(0, 60));
  await note(SECOND);
  await note(THIRD);
  expect(await read()).toEqual([FIRST, SECOND, THIRD]);
  expect(warnings).toEqual([
    expect.stringContaining(`Line 2 of the register of erasures ${path} was cut off`),
  ]);
  expect(warnings[0]).toContain(SECOND.position);
});

it('notes an erasure once the folder can be written to, after failures that say so', async () => {
  const { folder, note, read, warnings } = await givenRegister();
  await writeFile(folder, '');
  await expect(note(FIRST)).rejects.toThrow(StoreUnavailable);
  await rm(folder);
  await note(FIRST);
  expect(await read()).toEqual([FIRST]);
  expect(warnings).toEqual([]);
});

it.each([
  ['at its end', `${JSON.stringify(FIRST)}\n{"posi`, [FIRST]],
  ['with the next line glued to it', `{"position":"11${JSON.stringify(SECOND)}\n`, [SECOND]],
  ['to zeros', `\0\0\0\n${JSON.stringify(SECOND)}`, [SECOND]],
])(
  'reads the whole lines of a register that was cut off %s, and names the others',
  async (_, text, whole) => {
    const { folder, path, read, warnings } = await givenRegister();
    await mkdir(folder);
    await writeFile(path, text);
    expect(await read()).toEqual(whole);
    expect(warnings).toHaveLength(1);
  },
);

it.each(['{"position":"1","shopId":1}', 'name,email', '{"bookingId":1}'])(
  'refuses %s, which isn’t of a register of this release',
  async (text) => {
    const { folder, path, read } = await givenRegister();
    await mkdir(folder);
    await writeFile(path, `${JSON.stringify(FIRST)}\n${text}\n`);
    await expect(read()).rejects.toThrow(`Line 2 of the register of erasures ${path} cannot be understood.`);
  },
);
