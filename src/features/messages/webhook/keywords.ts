import type { MessageEvent } from '../events.ts';

type Meaning = Extract<MessageEvent, { type: 'ReplyReceived' }>['data']['meaning'];

/** The words of a text without accents, capitals, punctuation and emoji. A stop sign is the word. */
const wordsOf = (text: string): readonly string[] =>
  text
    .replaceAll('🛑', ' stop ')
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Words written together, however they are spaced (`opt out`, `S.T.O.P.`), and once where they are repeated (`STOP STOP`). */
const joined = (words: readonly string[]): string =>
  words.filter((word, index) => word !== words[index - 1]).join('');

const keywords = (list: string): ReadonlySet<string> =>
  new Set(
    list
      .trim()
      .split(/\s+/)
      .map((word) => joined(wordsOf(word))),
  );

/** The FCC's list of 2025, what Twilio adds to it, and the same words in languages that customers write. */
const STOP = keywords(`
  stop stopall quit revoke optout unsubscribe
  alto parar pare detener basta baja
  arrêt arrête arrêter arrêtez stopper désabonner désinscrire désinscription
  stopp abmelden abbestellen aufhören fermati fermare itigil tigil hinto
  стоп 停止 停 退订 退訂 配信停止 ストップ 중지 그만 수신거부 توقف`);

/** Carriers take these for STOP, though the booking may be meant. */
const STOP_OR_CANCEL = keywords(`
  cancel end cancelar cancela fin annuler annule annulez absagen stornieren ende annulla
  отмена 取消 キャンセル 취소 لغو`);

const START = keywords('start unstop optin');

/** Words that change nothing about what a keyword beside them asks for. */
const ABOUT_TEXTS = keywords('text texts texting txt txts sms message messages messaging msgs msg');
const FILLERS = keywords(`
  please pls plz kindly thanks thank you now already it all me us the these this your any to of from with
  sending contacting again wrong number person phone por favor gracias svp merci bitte danke`);

/** Whether a customer opts out by a word that may have meant their booking. */
export const mayMeanCancel = (text: string): boolean => STOP_OR_CANCEL.has(joined(wordsOf(text)));

/** Whether a text is a YES and nothing else. */
export const isYes = (text: string): boolean => joined(wordsOf(text)) === 'yes';

/**
 * The meaning of a customer's text. A keyword counts only as the whole text, apart from words such as “please” and “texting me”: “stop by”
 * and “cancel my appointment” are for staff to read.
 */
function meaningOfWords(text: string): Meaning {
  // The provider answers these two itself, and only where they are exact.
  if (['HELP', 'INFO'].includes(text.trim().toUpperCase())) return 'help';
  const words = wordsOf(text);
  if (mayMeanCancel(text) || STOP.has(joined(words))) return 'stop';
  const others = words.filter((word) => !FILLERS.has(word));
  const asked = joined(others.filter((word) => !ABOUT_TEXTS.has(word)));
  const isAboutTexts = others.some((word) => ABOUT_TEXTS.has(word));
  if (STOP.has(asked) || (isAboutTexts && STOP_OR_CANCEL.has(asked))) return 'stop';
  return START.has(asked) ? 'start' : 'other';
}

/** The provider's own words for what a text means, in whatever language it was written. */
const UNDERSTOOD: ReadonlyMap<string | undefined, Meaning> = new Map([
  ['STOP', 'stop'],
  ['START', 'start'],
  ['HELP', 'help'],
]);

/**
 * Finds the meaning of a customer's text.
 *
 * @param understoodAs what the provider has recognized; undefined when it doesn't say
 * @param hasOptedOut whether their number takes no texts now: YES takes that back, and is an answer like any other where it takes them
 */
export function meaningOf(
  { text, understoodAs }: { readonly text: string; readonly understoodAs: string | undefined },
  hasOptedOut = false,
): Meaning {
  if (isYes(text)) return hasOptedOut ? 'start' : 'other';
  return UNDERSTOOD.get(understoodAs?.trim().toUpperCase()) ?? meaningOfWords(text);
}
