import type { BookingQuestion } from '../booking-question.ts';
import { CheckoutDialog } from '../checkout/checkout-dialog.tsx';
import { LateDialog } from '../late/late-dialog.tsx';
import { SameSourceDialog } from '../same-source/same-source-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { DeleteDialog, ReinstateDialog } from './delete-and-reinstate-dialogs.tsx';
import { RescheduleDialog } from './reschedule-dialog.tsx';
import { ServicesDialog } from './services-dialog.tsx';

/** The dialog that belongs to a question. */
export function QuestionDialog({
  question,
  onClose,
  onAsk,
  onDeleted = () => {},
}: {
  question: BookingQuestion;
  onClose: () => void;
  /** Opens another question about the appointment, for example from the toast after the first one. */
  onAsk: (question: BookingQuestion) => void;
  onDeleted?: () => void;
}) {
  const dialog = { booking: question.booking, onClose };
  switch (question.about) {
    case 'cancel':
      return <CancelDialog {...dialog} />;
    case 'reschedule':
      return <RescheduleDialog {...dialog} after={question.after} />;
    case 'hand-over':
      return <RescheduleDialog {...dialog} after={question.after} isHandOver />;
    case 'services':
      return <ServicesDialog {...dialog} />;
    case 'complete':
      return <CheckoutDialog {...dialog} onAsk={onAsk} />;
    case 'delete':
      return <DeleteDialog {...dialog} onDeleted={onDeleted} />;
    case 'same-source':
      return <SameSourceDialog {...dialog} />;
    case 'customer':
      return <CustomerDialog {...dialog} />;
    case 'late':
      return <LateDialog {...dialog} />;
    case 'contact':
      return <ContactDialog {...dialog} />;
    case 'reinstate':
      return <ReinstateDialog {...dialog} />;
  }
}
