import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { type Action, Toaster as Sonner, toast } from 'sonner';
import { NARROW_PHONE, useMedia } from '../use-media.ts';
import { fillToasterSlot } from './toaster-slot.tsx';

/** One toast of each kind at a time: a new one takes the place of the last. */
type Kind = 'success' | 'error' | 'error-before-leaving';

/** How many toasts of each kind were dismissed. A toast that is fading out removes any new one with its id, so each gets another. */
const gone: Record<Kind, number> = { success: 0, error: 0, 'error-before-leaving': 0 };

const idOf = (kind: Kind) => `${kind}-${gone[kind]}`;

/** The id of the current toast of a kind, and what retires the id once the toast is dismissed. */
function shownAs(kind: Kind) {
  const id = idOf(kind);
  const retire = () => {
    if (id === idOf(kind)) gone[kind] += 1;
  };
  return { id, retire, onDismiss: retire, onAutoClose: retire };
}

function Toaster() {
  useDismissOnLeaving();
  usePresses();
  const isPhone = useMedia(NARROW_PHONE);
  const isOverDialog = useSyncExternalStore(subscribeToDialogs, hasDialog);
  return (
    <Sonner
      // A phone has them at the bottom, where they cover neither heading nor action of the screen; at the top while a dialog is down there.
      position={!isPhone ? 'bottom-right' : isOverDialog ? 'top-center' : 'bottom-center'}
      // Above the wizard's bar, where it covers no heading; aligned with the content's right edge.
      offset={{ top: 'var(--toast-top)', bottom: 'var(--toast-bottom)', right: 'var(--toast-right)' }}
      mobileOffset={{ top: 'var(--toast-top)', bottom: 'var(--toast-bottom)' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full flex-wrap items-start gap-3 rounded-md border border-line bg-panel p-4 font-sans text-sm text-ink shadow-md max-sm:gap-2 max-sm:p-3 sm:w-96 sm:text-base focus-visible:outline-2! focus-visible:outline-brass!',
          title: 'font-medium',
          content: 'min-w-0 flex-1 basis-40',
          description: 'text-pretty text-stone',
          // There is no room for two buttons beside the text: they stand below it.
          cancelButton:
            'ml-8 shrink-0 self-center rounded-md border border-stone/40 px-3 py-1.5 text-sm font-medium hover:border-ink pointer-coarse:min-h-11',
          actionButton:
            'shrink-0 self-center rounded-md border border-stone/40 px-3 py-1.5 text-sm font-medium hover:border-ink pointer-coarse:min-h-11',
          success: 'border-l-4 border-l-good [&_[data-icon]]:text-good',
          error: 'border-l-4 border-l-bad [&_[data-icon]]:text-bad',
        },
      }}
    />
  );
}

fillToasterSlot(Toaster);

/** Set on the body by the library of the dialogs. */
const SCROLL_LOCKED = 'data-scroll-locked';

/** Whether a dialog is open, other than the one with the search, which is at the top itself. */
const hasDialog = () => document.body.hasAttribute(SCROLL_LOCKED) && !document.querySelector('[data-at-top]');

function subscribeToDialogs(listener: () => void) {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, { attributeFilter: [SCROLL_LOCKED] });
  return () => observer.disconnect();
}

/** The height at which the screen was pressed last, in pixels from its top. */
let pressedAt = 0;

function usePresses() {
  useEffect(() => {
    const note = ({ clientY }: PointerEvent) => {
      pressedAt = clientY;
    };
    window.addEventListener('pointerdown', note, true);
    return () => window.removeEventListener('pointerdown', note, true);
  }, []);
}

/** An error is about the page where it happened, so it ends with it. */
function useDismissOnLeaving() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    dismissError();
  }, [pathname]);
}

/** Dismisses the last error, as something is tried again. */
export function dismissError() {
  const { id, retire } = shownAs('error');
  toast.dismiss(id);
  retire();
}

/** A button in a toast, such as one that undoes what was done. */
interface ToastAction {
  readonly label: string;
  readonly onClick: () => void;
}

const buttonOf = ({ label, onClick }: ToastAction, retire: () => void): Action => ({
  label,
  onClick: ({ currentTarget }) => {
    // The focus goes back to where it was now, not with the end of the toast: by then something else may have it, such as an open menu.
    currentTarget.blur();
    retire();
    onClick();
  },
});

/** How long a toast with a button stays, so that one can still undo something. */
const UNDO_MS = 10_000;

/** On a phone an error is shown below the header: at the bottom it would cover the field that is being filled in. */
const positionOfError = () => (matchMedia(NARROW_PHONE).matches ? ({ position: 'top-center' } as const) : {});

/** Scrolled further than this, in pixels, a page's heading and main action are out of view. */
const SCROLLED = 150;

/** People press the next control near the last one. On a phone, a toast at the bottom would cover it if that was in the lower half. */
function positionOfSuccess() {
  const isLow = pressedAt > innerHeight / 2 && scrollY > SCROLLED;
  return isLow && matchMedia(NARROW_PHONE).matches ? ({ position: 'top-center' } as const) : {};
}

/** A button below a toast's text. It dismisses the toast, as the others do. */
function InText({ label, onClick }: ToastAction) {
  return (
    <button
      type="button"
      onClick={onClick}
      className="min-h-6 font-medium text-ink underline decoration-brass underline-offset-4 pointer-coarse:min-h-11"
    >
      {label}
    </button>
  );
}

/** A text, or several lines. */
type Lines = string | readonly string[];

const linesOf = (text: Lines | undefined) =>
  typeof text === 'object'
    ? text.map((line) => (
        <span key={line} className="block">
          {line}
        </span>
      ))
    : text;

/**
 * Confirms that something was done.
 *
 * @param other a second button, before the first one
 * @param next what is often done afterwards: a button below the text
 */
export function toastSuccess(
  title: string,
  description?: Lines,
  action?: ToastAction,
  other?: ToastAction,
  next?: ToastAction,
) {
  dismissError();
  const { retire, ...shown } = shownAs('success');
  const goOn = () => {
    toast.dismiss(shown.id);
    retire();
    next?.onClick();
  };
  toast.success(title, {
    ...shown,
    ...positionOfSuccess(),
    description: next ? (
      <>
        {description && <span className="block">{linesOf(description)}</span>}
        <InText label={next.label} onClick={goOn} />
      </>
    ) : (
      linesOf(description)
    ),
    action: action && buttonOf(action, retire),
    cancel: other && buttonOf(other, retire),
    ...(action && { duration: UNDO_MS }),
  });
}

/** Says what failed or is missing. Stays longer than a confirmation, but ends with the page. */
export function toastError(title: string, description?: string, action?: ToastAction) {
  const { retire, ...shown } = shownAs('error');
  toast.error(title, {
    ...shown,
    ...positionOfError(),
    description,
    action: action && buttonOf(action, retire),
    duration: 8000,
  });
}

/** The same for a page that can't be shown and leads elsewhere: the toast stays there. */
export function toastErrorBeforeLeaving(title: string, description: string) {
  const { retire: _, ...shown } = shownAs('error-before-leaving');
  toast.error(title, { ...shown, ...positionOfError(), description, duration: 8000 });
}
