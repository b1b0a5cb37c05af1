import { Camera } from 'lucide-react';
import { ButtonLink, buttonClass } from '../../ui/button.tsx';
import { StatusPage } from '../../ui/status-page.tsx';
import { PageTitle } from '../shell/page-title.tsx';
import { useSalon } from '../shell/salon-context.ts';

/** Until our own pictures hang here, the salon's profile shows its latest work. */
export function GalleryPage() {
  const { links } = useSalon();
  return (
    <>
      <PageTitle>Gallery</PageTitle>
      <StatusPage
        title="Gallery"
        actions={
          <>
            <a href={links.instagram} target="_blank" rel="noreferrer" className={buttonClass()}>
              <Camera aria-hidden="true" className="size-4" />
              See our work on Instagram
            </a>
            <ButtonLink to="/book" look="outline">
              Book Your Appointment
            </ButtonLink>
          </>
        }
      >
        <p>We are hanging our pictures. Our latest colours, cuts and styles are on Instagram meanwhile.</p>
      </StatusPage>
    </>
  );
}
