import { MessageSquareText, MessagesSquare, Pause } from 'lucide-react';
import { useState } from 'react';
import {
  KIND_WORDS,
  leaves,
  MESSAGE_CHANNELS,
  MESSAGE_KINDS,
  MESSAGE_STATES,
  type MessageState,
} from '../../../src/contracts/messages/message-words.ts';
import type { AdminMessage } from '../../../src/contracts/messages/messages.ts';
import { useAddressQuery } from '../../ui/use-address-query.ts';
import { useAdminPages } from '../data/use-admin-query.ts';
import { AdminButton } from '../ui/button.tsx';
import { ClearFilters } from '../ui/form/clear-filters.tsx';
import { FilterChoice } from '../ui/form/filter-choice.tsx';
import { SearchField } from '../ui/form/search-field.tsx';
import { useFilters } from '../ui/form/use-filters.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState, FailedState, RowsSkeleton } from '../ui/states.tsx';
import { LoadMore } from '../ui/table/table.tsx';
import { MessageList } from './message-list.tsx';
import { MESSAGES, type MessageFilters } from './queries.ts';
import { ResendDialog } from './resend-dialog.tsx';
import { PauseDialog, useSending, useSendingCallouts } from './sending-callout.tsx';
import { UsualTextsDialog } from './usual-texts-dialog.tsx';

const SKELETON = <RowsSkeleton label="Loading the messages..." />;

const NO_FILTERS = { search: '', state: '', kind: '', channel: '' };

/** The address parameter while the usual texts are shown. */
const TEXTS_PARAMETER = 'texts';

const CHANNEL_WORDS = { sms: 'Texts', email: 'Mails' } as const;

const STATE_WORDS: Readonly<Record<MessageState, string>> = {
  attention: 'Needs attention',
  under_way: 'On the way',
  delivered: 'Delivered',
  kept: 'Not set up',
  failed: 'Failed',
  unknown: 'Unknown',
  suppressed: 'Not sent',
  received: 'Replies',
};

/** The filters in the address; invalid values are ignored. */
const filtersOf = ({ search, state, kind, channel }: Readonly<typeof NO_FILTERS>): MessageFilters => ({
  search: search.trim().slice(0, 100),
  state: MESSAGE_STATES.find((one) => one === state),
  kind: MESSAGE_KINDS.find((one) => one === kind),
  channel: MESSAGE_CHANNELS.find((one) => one === channel),
});

/** All texts and mails to customers with their outcome, and the replies. Failures come first. */
export function MessagesPage() {
  const { filters, setFilter, clear } = useFilters(NO_FILTERS);
  const [address, changeQuery] = useAddressQuery();
  const shown = filtersOf(filters);
  const list = useAdminPages(MESSAGES, shown);
  const messages = list.data?.flatMap((page) => page.messages);
  const { sending, isLoading: isSendingLoading, reload } = useSending();
  const callouts = useSendingCallouts(sending, reload);
  const [dialog, setDialog] = useState<AdminMessage | 'pause' | null>(null);
  const isFiltered = Object.values(shown).some((value) => value !== undefined && value !== '');
  const showTexts = (isShown: boolean) =>
    changeQuery((next) => (isShown ? next.set(TEXTS_PARAMETER, '') : next.delete(TEXTS_PARAMETER)));
  const rows = messages?.length;
  const count =
    rows === undefined || isSendingLoading
      ? undefined
      : `${rows}${list.hasMore ? '+' : ''} ${rows === 1 ? 'message' : 'messages'}`;

  return (
    <div>
      <PageHeader
        title="Messages"
        count={count}
        action={
          <div className="flex flex-wrap items-center gap-2">
            <AdminButton onClick={() => showTexts(true)}>
              <MessageSquareText aria-hidden="true" className="size-4" />
              Texts
            </AdminButton>
            {sending?.paused === false && (
              <AdminButton onClick={() => setDialog('pause')}>
                <Pause aria-hidden="true" className="size-4" />
                Pause messages
              </AdminButton>
            )}
          </div>
        }
      />
      {/* A callout may stand above the filters and the list, so they wait until that is known, and nothing moves. */}
      {isSendingLoading ? (
        SKELETON
      ) : (
        <>
          {callouts.above}
          <search aria-label="Filters" className="flex flex-wrap items-center gap-2 pb-4">
            <SearchField
              label="Name, email or phone"
              value={filters.search}
              onSearch={(text) => setFilter('search', text)}
            />
            <FilterChoice
              label="State"
              all="All states"
              value={shown.state ?? ''}
              options={Object.entries(STATE_WORDS)}
              onChange={(value) => setFilter('state', value)}
            />
            <FilterChoice
              label="Kind"
              all="All kinds"
              value={shown.kind ?? ''}
              options={Object.entries(KIND_WORDS)}
              onChange={(value) => setFilter('kind', value)}
            />
            <FilterChoice
              label="Channel"
              all="Text or mail"
              value={shown.channel ?? ''}
              options={Object.entries(CHANNEL_WORDS)}
              onChange={(value) => setFilter('channel', value)}
            />
            {isFiltered && <ClearFilters onClear={clear} />}
          </search>
          {list.error && !messages && (
            <FailedState what="Failed to fetch messages" error={list.error} onRetry={list.reload} />
          )}
          {!messages && !list.error && SKELETON}
          {rows === 0 && (
            <EmptyState icon={MessagesSquare} title={isFiltered ? 'No messages found' : 'No messages yet'}>
              {isFiltered
                ? 'Try another name, number, state, kind or channel.'
                : 'Text messages and mails to customers appear here, and what they text back.'}
            </EmptyState>
          )}
          {messages && rows !== 0 && (
            <MessageList
              messages={messages}
              isBusy={list.isPrevious}
              isPaused={({ channel }) => sending !== undefined && !leaves(channel, sending)}
              onResend={setDialog}
            />
          )}
          {list.hasMore && <LoadMore isLoading={list.isLoadingMore} onLoad={list.loadMore} />}
          {callouts.over}
        </>
      )}
      {address.has(TEXTS_PARAMETER) && <UsualTextsDialog onClose={() => showTexts(false)} />}
      {dialog === 'pause' && <PauseDialog onChanged={reload} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'pause' && (
        <ResendDialog message={dialog} onClose={() => setDialog(null)} />
      )}
    </div>
  );
}
