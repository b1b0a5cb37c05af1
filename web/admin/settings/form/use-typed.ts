import { useState } from 'react';

/**
 * The text in a field whose value has another form, such as cents. It is shown as long as it means the value; when the value
 * becomes another one, by an undo or because a list is sorted, the field shows that.
 *
 * @param read the value that a text means; one that means none stays as it is, to be marked when it is saved
 */
export function useTyped<Value>(
  value: Value,
  read: (text: string) => Value,
  write: (value: Value) => string,
): readonly [text: string, setTyped: (text: string) => void] {
  const [typed, setTyped] = useState<string>();
  const isMeant = typed !== undefined && JSON.stringify(read(typed)) === JSON.stringify(value);
  return [isMeant ? typed : write(value), setTyped];
}
