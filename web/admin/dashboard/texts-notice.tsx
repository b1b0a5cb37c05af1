import { Link } from 'react-router-dom';
import { Notice } from '../../ui/notice.tsx';
import { useNoTexts } from '../bookings/messages/sending.ts';
import { adminButtonClass } from '../ui/button.tsx';

/** Shown while no texts leave: customers aren't told of changes, so staff have to call them. */
export function TextsNotice() {
  const why = useNoTexts();
  if (!why) return null;
  return (
    <Notice
      actions={
        <Link to="/admin/messages" className={adminButtonClass('outline')}>
          Messages
        </Link>
      }
    >
      <p className="text-sm">
        <span className="font-medium">{why}, so customers aren’t told of changes by text.</span> Call them
        instead.
      </p>
    </Notice>
  );
}
