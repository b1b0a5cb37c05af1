import { Navigate, useParams } from 'react-router-dom';
import { SECTION_WORDS } from '../../../src/contracts/settings/section-words.ts';
import type { SectionName, Sections } from '../../../src/contracts/settings/sections.ts';
import { ConnectionsSection } from '../connections/section.tsx';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { NextStep } from '../first-steps/next-step.tsx';
import { HistorySection } from '../history/history-section.tsx';
import { SETTINGS_HISTORY } from '../history/queries.ts';
import { HoursSection } from '../hours/section.tsx';
import { PicturesSection } from '../pictures/section.tsx';
import { SystemSection } from '../system/section.tsx';
import { SettingsTabs } from '../ui/page/settings-tabs.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SETTINGS } from '../ui/settings-address.ts';
import { FailedState, RowsSkeleton } from '../ui/states.tsx';
import { FormerTexts } from './former-texts.tsx';
import { SECTION } from './queries.ts';
import { OwnReviews } from './reviews/own-reviews.tsx';
import { SectionEditor } from './section-editor.tsx';
import { BookingSection } from './sections/booking.tsx';
import { FrontPageSection } from './sections/front-page.tsx';
import { MessagesSection } from './sections/messages.tsx';
import { PoliciesSection } from './sections/policies.tsx';
import { PricesSection } from './sections/prices.tsx';
import { ReviewsSection } from './sections/reviews.tsx';
import { SalonSection } from './sections/salon.tsx';
import { SendingSection } from './sending/section.tsx';

/** The fields of each section. */
const FIELDS = {
  salon: SalonSection,
  'front-page': FrontPageSection,
  prices: PricesSection,
  policies: PoliciesSection,
  booking: BookingSection,
  messages: MessagesSection,
  reviews: ReviewsSection,
} satisfies Readonly<Record<SectionName, unknown>>;

/** The tabs that are no section of the salon's settings. */
const OTHERS = {
  hours: ['Opening hours', HoursSection],
  sending: ['Sending', SendingSection],
  pictures: ['Pictures', PicturesSection],
  connections: ['Connections', ConnectionsSection],
  system: ['System', SystemSection],
} as const;

/** Those whose changes are events, which the history tells of. */
const WITH_HISTORY: readonly string[] = ['sending', 'pictures'];

/** The sections after whose change other texts may still have the former name, place or phone. */
const WITH_FORMER_TEXTS: readonly SectionName[] = ['salon', 'front-page'];

const LOADING = <RowsSkeleton label="Loading the settings..." />;

/** These forms are long, and their header is out of view when they are saved. */
const NEXT = <NextStep once="done" />;

const isSection = (name: string): name is SectionName => Object.hasOwn(SECTION_WORDS, name);
const isOther = (name: string): name is keyof typeof OTHERS => Object.hasOwn(OTHERS, name);

/** The salon's settings, one tab for each section; then those about the pictures and the service. */
export function SettingsPage() {
  const { section: asked } = useParams();
  const section = asked ?? 'salon';
  // The first tab has one address only, by which it is marked.
  if (asked === 'salon' || !(isSection(section) || isOther(section)))
    return <Navigate to={SETTINGS} replace />;
  const [title, Other] = isOther(section) ? OTHERS[section] : ([SECTION_WORDS[section], undefined] as const);
  return (
    <div>
      <SettingsTabs />
      <PageHeader title={title} action={Other ? <NextStep /> : <NextStep once="open" />} />
      {Other && <Other />}
      {WITH_HISTORY.includes(section) && <History id={section} />}
      {isSection(section) && <Section key={section} section={section} />}
    </div>
  );
}

const History = ({ id }: { id: string }) => (
  <div className="pt-8">
    <HistorySection query={SETTINGS_HISTORY} id={id} />
  </div>
);

function Section({ section }: { section: SectionName }) {
  const { data, error, reload } = useAdminQuery(SECTION, section);
  const Fields = FIELDS[section];
  return (
    <>
      {error && !data && <FailedState what="Failed to load the settings" error={error} onRetry={reload} />}
      {!data && !error && LOADING}
      {data && (
        <>
          {section === 'reviews' && <OwnReviews saved={data.settings as Sections['reviews']} />}
          <SectionEditor
            section={section}
            current={data}
            whenSaved={WITH_FORMER_TEXTS.includes(section) ? <FormerTexts otherwise={NEXT} /> : NEXT}
          >
            <Fields />
          </SectionEditor>
          <History id={section} />
        </>
      )}
    </>
  );
}
