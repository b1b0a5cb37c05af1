/** What a visitor has done on a page that hasn't come to life yet. */
export interface EarlyInput {
  /** Puts every field back to how the server rendered it, as the page's code expects it. */
  takeBack(): void;
  /** Does it all once more, now that there is code to see it. */
  repeat(): void;
}

const isBox = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  (field instanceof HTMLInputElement && !isBox(field)) || field instanceof HTMLTextAreaElement;

/** Begins to take note of clicked buttons. Changed fields tell by themselves; links and popovers need no code. */
export function keepEarlyInput(root: HTMLElement): EarlyInput {
  const clicked: HTMLButtonElement[] = [];
  const note = ({ target }: Event) => {
    const button =
      target instanceof Element && target.closest<HTMLButtonElement>('button:not([popovertarget])');
    if (button) clicked.push(button);
  };
  root.addEventListener('click', note, true);

  const boxes: HTMLInputElement[] = [];
  const texts: { field: HTMLInputElement | HTMLTextAreaElement; typed: string }[] = [];
  return {
    takeBack() {
      for (const field of root.querySelectorAll('input, textarea')) {
        if (isBox(field) && field.checked !== field.defaultChecked) {
          boxes.push(field);
          field.checked = field.defaultChecked;
        } else if (isText(field) && field.value !== field.defaultValue) {
          texts.push({ field, typed: field.value });
          field.value = field.defaultValue;
        }
      }
    },
    repeat() {
      root.removeEventListener('click', note, true);
      // What the page remembered by itself, such as a choice kept for the session, is left as it is.
      for (const box of boxes) if (box.isConnected && box.checked === box.defaultChecked) box.click();
      for (const { field, typed } of texts) {
        if (!field.isConnected || field.value === typed) continue;
        setAsTyped(field, typed);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      for (const button of clicked) if (button.isConnected) button.click();
    },
  };
}

/** React replaces the field's own `value`, to know of changes it made itself; this one it takes for the visitor's. */
function setAsTyped(field: HTMLInputElement | HTMLTextAreaElement, typed: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed);
}
