import { Navigate, useParams } from 'react-router-dom';
import { SECTION_WORDS } from '../../../src/contracts/settings/section-words.ts';
import type { SectionName, Sections } from '../../../src/contracts/settings/sections.ts';
import { lazyPart } from '../../ui/loading/lazy-part.tsx';
import { useAdminQuery } from '../data/use-admin-query.ts';
import { HistorySection } from '../history/history-section.tsx';
import { SettingsTabs } from '../ui/page/settings-tabs.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { SETTINGS } from '../ui/settings-address.ts';
import { FailedState, RowsSkeleton } from '../ui/states.tsx';
import { FormerTexts } from './former-texts.tsx';
import { SECTION, SETTINGS_HISTORY } from './queries.ts';
import { SectionEditor } from './section-editor.tsx';

/** The fields of each section, in a chunk of their own. */
const FIELDS = {
  salon: lazyPart(async () => (await import('./sections/salon.tsx')).SalonSection),
  'front-page': lazyPart(async () => (await import('./sections/front-page.tsx')).FrontPageSection),
  prices: lazyPart(async () => (await import('./sections/prices.tsx')).PricesSection),
  policies: lazyPart(async () => (await import('./sections/policies.tsx')).PoliciesSection),
  booking: lazyPart(async () => (await import('./sections/booking.tsx')).BookingSection),
  messages: lazyPart(async () => (await import('./sections/messages.tsx')).MessagesSection),
  reviews: lazyPart(async () => (await import('./sections/reviews.tsx')).ReviewsSection),
} satisfies Readonly<Record<SectionName, unknown>>;

const OwnReviews = lazyPart(async () => (await import('./reviews/own-reviews.tsx')).OwnReviews);

/** The tabs that are no section of the salon's settings. */
const OTHERS = {
  sending: ['Sending', lazyPart(async () => (await import('./sending/section.tsx')).SendingSection)],
  pictures: ['Pictures', lazyPart(async () => (await import('../pictures/section.tsx')).PicturesSection)],
  connections: [
    'Connections',
    lazyPart(async () => (await import('../connections/section.tsx')).ConnectionsSection),
  ],
  system: ['System', lazyPart(async () => (await import('../system/section.tsx')).SystemSection)],
} as const;

/** Those whose changes are events, which the history tells of. */
const WITH_HISTORY: readonly string[] = ['sending', 'pictures'];

/** The sections after whose change other texts may still have the former name, place or phone. */
const WITH_FORMER_TEXTS: readonly SectionName[] = ['salon', 'front-page'];

const LOADING = <RowsSkeleton label="Loading the settings..." />;

const isSection = (name: string): name is SectionName => Object.hasOwn(SECTION_WORDS, name);
const isOther = (name: string): name is keyof typeof OTHERS => Object.hasOwn(OTHERS, name);

/** What the salon says and shows of itself, one tab for each section; then those about the pictures and the service. */
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
      <PageHeader title={title} />
      {Other && <Other fallback={LOADING} />}
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
            whenSaved={WITH_FORMER_TEXTS.includes(section) && <FormerTexts />}
          >
            <Fields fallback={LOADING} />
          </SectionEditor>
          <History id={section} />
        </>
      )}
    </>
  );
}
