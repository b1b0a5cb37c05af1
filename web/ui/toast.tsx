import { Toaster as Sonner, toast } from 'sonner';
import { fillToasterSlot } from './toaster-slot.tsx';

function Toaster() {
  return (
    <Sonner
      position="top-right"
      // Below the header, aligned with the content's right edge.
      offset={{ top: 88, right: 'max(clamp(1rem, 4vw, 2.5rem), 50vw - 35.5rem)' }}
      mobileOffset={{ top: 80 }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-md border border-line bg-white p-4 font-sans text-base text-ink shadow-md sm:w-96 focus-visible:outline-2! focus-visible:outline-brass!',
          title: 'font-medium',
          description: 'text-pretty text-stone',
          success: 'border-l-4 border-l-good [&_[data-icon]]:text-good',
          error: 'border-l-4 border-l-bad [&_[data-icon]]:text-bad',
        },
      }}
    />
  );
}

fillToasterSlot(Toaster);

/** Confirms that something was done. */
export function toastSuccess(title: string, description?: string) {
  toast.success(title, { description });
}

/** Says what failed or is missing. Stays longer than a confirmation. */
export function toastError(title: string, description?: string) {
  toast.error(title, { description, duration: 8000 });
}
