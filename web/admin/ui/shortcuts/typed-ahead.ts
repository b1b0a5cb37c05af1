/** A field that takes text. */
const TEXT_FIELD = ':is(input:not([type=checkbox], [type=radio]), textarea)';
type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The text after one more key: a letter is added, Backspace removes the last one, and other keys change nothing. */
export function withKey(text: string, key: string): string {
  if (key === 'Backspace') return [...text].slice(0, -1).join('');
  return isLetter(key) ? text + key : text;
}

const isLetter = (key: string): boolean => [...key].length === 1;

let keeping: AbortController | undefined;

/** Forgets what was typed, for a dialog that doesn't open after all. */
export const dropTyped = (): void => keeping?.abort();

/**
 * Keeps what is typed from now on until a dialog opens, and then types it into the field that the dialog focuses. To be called with what
 * opens the dialog: its code may still have to be loaded, and until then letters would be lost, or taken for shortcuts.
 */
export function keepTyped(): void {
  dropTyped();
  const ended = new AbortController();
  keeping = ended;
  const options = { capture: true, signal: ended.signal };
  let typed = '';
  window.addEventListener(
    'keydown',
    (event) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key === 'Escape') return dropTyped();
      // Enter and Tab would act on what lies behind the dialog.
      const isKept = isLetter(key) || ['Backspace', 'Enter', 'Tab'].includes(key);
      if (!isKept || ctrlKey || metaKey || altKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      // The key that opens the dialog may be held a moment too long.
      if (!event.repeat) typed = withKey(typed, key);
    },
    options,
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      const dialog = (target as Element).closest('[role=dialog]');
      if (!dialog) return;
      const isField = (target as Element).matches(TEXT_FIELD);
      const field = isField ? (target as TextField) : dialog.querySelector<TextField>(TEXT_FIELD);
      // React sets the focus while it renders, and only afterwards takes changes of a field. No key comes in between.
      queueMicrotask(() => {
        dropTyped();
        if (field && typed !== '') typeInto(field, typed);
      });
    },
    options,
  );
}

function typeInto(field: TextField, text: string): void {
  field.focus();
  // In place of what the field selects as it gets the focus.
  field.setRangeText(text, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }));
}
