import type { Asked } from '../asked.ts';
import { SameSourceDialog } from '../same-source/same-source-dialog.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CompleteDialog } from './complete-dialog.tsx';
import { ContactDialog } from './contact-dialog.tsx';
import { CustomerDialog } from './customer-dialog.tsx';
import { DeleteDialog, ReinstateDialog } from './questions.tsx';
import { RescheduleDialog } from './reschedule-dialog.tsx';

/** The dialog of a question. */
export function AskedDialog({
  asked,
  onClose,
  onAsk,
  onDeleted = () => {},
}: {
  asked: Asked;
  onClose: () => void;
  /** Something else is asked about it, such as from the toast about the first. */
  onAsk: (asked: Asked) => void;
  onDeleted?: () => void;
}) {
  const question = { booking: asked.booking, onClose };
  switch (asked.about) {
    case 'cancel':
      return <CancelDialog {...question} />;
    case 'reschedule':
      return <RescheduleDialog {...question} />;
    case 'complete':
      return <CompleteDialog {...question} onAgain={(booking) => onAsk({ about: 'complete', booking })} />;
    case 'delete':
      return <DeleteDialog {...question} onDeleted={onDeleted} />;
    case 'same-source':
      return <SameSourceDialog {...question} />;
    case 'customer':
      return <CustomerDialog {...question} />;
    case 'contact':
      return <ContactDialog {...question} />;
    case 'reinstate':
      return <ReinstateDialog {...question} />;
  }
}
