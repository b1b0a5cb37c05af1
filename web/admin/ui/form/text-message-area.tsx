import { countCharacters, firstCharacters } from '../../../../src/salon/characters.ts';
import { SMS_ROOM, smsLength } from '../../../../src/salon/sms-length.ts';
import { AdminTextArea } from './field.tsx';

/** The longest text message, in characters. */
const MAX_LENGTH = 1600;

/** How long a text is, in characters as people count them, and when it is charged as more than one. */
export function textLength(text: string): string {
  const { alphabet, segments } = smsLength(text);
  const characters = countCharacters(text);
  const [single] = SMS_ROOM[alphabet];
  const length =
    segments === 1
      ? `${characters} of ${single} characters`
      : `${characters} characters, charged as ${segments} texts`;
  return alphabet === 'GSM-7' ? length : `${length}: special characters take more room`;
}

/** The field in which staff write a text message, with its length below. */
export function TextMessageArea({
  value,
  maxLength = MAX_LENGTH,
  onChange,
  ...labels
}: {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
  required?: boolean;
  autoFocus?: boolean;
  readOnly?: boolean;
  placeholder?: string;
  rows?: number;
  /** In characters as people count them; what is typed or pasted beyond is left out. */
  maxLength?: number;
  value: string;
  onChange: (message: string) => void;
}) {
  return (
    <div className="space-y-1">
      <AdminTextArea
        {...labels}
        value={value}
        onChange={({ target }) => onChange(firstCharacters(target.value, maxLength))}
      />
      {value !== '' && <p className="text-xs text-stone tabular-nums">{textLength(value)}</p>}
    </div>
  );
}
