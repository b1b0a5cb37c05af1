/** The input of a visitor before the page was hydrated: typed, ticked and clicked. */
export interface RecordedInput {
  /** Puts every field back to the value the server rendered, which is what React expects to find. */
  reset(): void;
  /** Repeats the input once the page is hydrated. */
  replay(): void;
}

const isBox = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');
const isText = (field: Element): field is HTMLInputElement | HTMLTextAreaElement =>
  (field instanceof HTMLInputElement && !isBox(field)) || field instanceof HTMLTextAreaElement;

/**
 * Begins to record clicked buttons. Changed fields need no recording, since they differ from what was rendered; links
 * and popovers work without a script.
 */
export function recordInput(root: HTMLElement): RecordedInput {
  const clicked: HTMLButtonElement[] = [];
  const record = ({ target }: Event) => {
    const button =
      target instanceof Element && target.closest<HTMLButtonElement>('button:not([popovertarget])');
    if (button) clicked.push(button);
  };
  root.addEventListener('click', record, true);

  const boxes: HTMLInputElement[] = [];
  const texts: { field: HTMLInputElement | HTMLTextAreaElement; typed: string }[] = [];
  return {
    reset() {
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
    replay() {
      root.removeEventListener('click', record, true);
      // A box that hydrating has changed already, to a choice kept in session storage, is left as it is.
      for (const box of boxes) if (box.isConnected && box.checked === box.defaultChecked) box.click();
      for (const { field, typed } of texts) {
        if (!field.isConnected || field.value === typed) continue;
        setNativeValue(field, typed);
        field.dispatchEvent(new Event('input', { bubbles: true }));
      }
      for (const button of clicked) if (button.isConnected) button.click();
    },
  };
}

/**
 * Sets a field's value as the browser does for a visitor who types. React overrides `value` on the element to detect
 * its own changes, and would ignore an input event after an assignment through that.
 */
function setNativeValue(field: HTMLInputElement | HTMLTextAreaElement, value: string) {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
}
