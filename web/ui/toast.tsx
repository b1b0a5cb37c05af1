import { Toaster as Sonner, toast } from 'sonner';
import { fillToasterSlot } from './toaster-slot.tsx';

function Toaster() {
  return (
    <Sonner
      position="top-right"
      offset={88}
      mobileOffset={{ top: 80 }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast:
            'flex w-full items-start gap-3 rounded-md border border-line bg-white p-4 font-sans text-base text-ink shadow-md sm:w-96',
          title: 'font-medium',
          description: 'text-stone',
          success: 'border-l-4 border-l-good',
          error: 'border-l-4 border-l-bad',
        },
      }}
    />
  );
}

fillToasterSlot(Toaster);

/** Something was done. */
export function toastSuccess(title: string, description?: string) {
  toast.success(title, { description });
}

/** Something failed or is missing: a destructive toast, which stays longer. */
export function toastProblem(title: string, description?: string) {
  toast.error(title, { description, duration: 8000 });
}
