/** A line of a text file. */
export interface TextLine {
  readonly text: string;
  /** It isn't UTF-8 and names no other encoding, so it was read as Windows-1252. Some letters may be wrong. */
  readonly isGuessed: boolean;
}

/** The bytes are no text. */
export class NoText extends Error {
  override readonly name = 'NoText';
}

const LINE = /[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+/g;
const GUESSED = 'windows-1252';

/** The encoding that the first bytes name; UTF-8 if they name none. */
function encodingOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
}

/** @throws TypeError for bytes that aren't text in the encoding */
const decoded = (bytes: Uint8Array, encoding: string): string =>
  new TextDecoder(encoding, { fatal: true }).decode(bytes);

/** Each line is decoded alone, since files that were pasted together mix encodings. @param line a character for each of its bytes */
function decodedLine(line: string): TextLine {
  if (!/[\x80-\xff]/.test(line)) return { text: line, isGuessed: false };
  const bytes = Buffer.from(line, 'latin1');
  try {
    return { text: decoded(bytes, 'utf-8'), isGuessed: false };
  } catch {
    return { text: decoded(bytes, GUESSED), isGuessed: true };
  }
}

/**
 * The lines of a text file, with any kind of line break. Excel saves "CSV" as Windows-1252, so lines that aren't UTF-8 are taken for that.
 *
 * @throws NoText
 */
export function* linesOf(bytes: Buffer): Generator<TextLine> {
  if (bytes.length === 0) return;
  const encoding = encodingOf(bytes);
  let text: string;
  try {
    text = encoding === 'utf-8' ? bytes.toString('latin1') : decoded(bytes, encoding);
  } catch {
    throw new NoText();
  }
  if (text.includes('\0')) throw new NoText();
  for (const [line] of text.matchAll(LINE))
    yield encoding === 'utf-8' ? decodedLine(line) : { text: line, isGuessed: false };
}
