import { Box, Skeleton } from '@mui/material';
import { memo, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import { ShowContextProvider, useShowController } from 'react-admin';
import type { Label } from '../../../contract/messages/label.ts';
import { recordHeading, recordName } from '../../../contract/relations/title.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { mayReadHistory } from '../../../contract/timeline/history.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { usePollInterval } from '../../dataProvider/live/receivingChanges.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { language } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';
import { Deferred, useDeferredArrival } from '../../ui/deferred/Deferred.tsx';
import { WhenNear } from '../../ui/deferred/WhenNear.tsx';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { lazyChunk, useChunksLoaded } from '../../ui/lazyChunk.ts';
import { usePrinting } from '../../ui/print/printing.ts';
import { type DetailProps, useOverrides } from '../overrides.ts';
import { useRememberRecord } from '../recentRecords.ts';
import { useTimeline } from './history/useTimeline.ts';
import { RecordSkeleton } from './RecordSkeleton.tsx';
import { PrintedSections, Signatures } from './record/PrintedRecord.tsx';
import { RecordActions } from './record/RecordActions.tsx';
import { useRecordDrawer } from './record/RecordDrawerContext.ts';
import { RecordFrame } from './record/RecordFrame.tsx';
import { StateChip } from './record/RecordHead.tsx';
import { isRecordGone, RecordMissing } from './record/RecordMissing.tsx';
import { type RecordTab, RecordTabs } from './record/RecordTabs.tsx';
import { useRelatedTabs } from './related/useRelatedTabs.tsx';

interface Props extends DetailProps {
  entity: Entity;
  /** Shown first: the step that the record waits for. */
  top?: (record: RecordData) => ReactNode;
  /** The values of the record. */
  overview: (record: RecordData) => ReactNode;
  /** Shown below: lists of related records. */
  below?: (record: RecordData) => ReactNode;
  /** Further tabs, after the declared ones. */
  more?: (record: RecordData) => readonly RecordTab[];
  /** Further buttons after the declared ones, such as steps that end the record. */
  endings?: (record: RecordData) => ReactNode;
  /** True if the action buttons are shown above the record. */
  hasActions?: boolean;
}

const RecordHistory = lazyChunk(() =>
  import('./history/RecordHistory.tsx').then((found) => ({ default: found.RecordHistory })),
);

const Timeline = lazyChunk(() => import('./history/Timeline.tsx').then((found) => ({ default: found.Timeline })));

const lazyParts = { Timeline };
const noParts = {};
const noTabs: readonly string[] = [];

/** Reserves the room of a timeline while it loads. */
const timelineSkeleton = <Skeleton variant="rounded" height={120} />;

const ignoreError = () => undefined;

/**
 * The record as it is now, from react-admin's controller. It is polled while its override says that it is pending and
 * no change feed is connected.
 */
function useShownRecord({ entity, id }: Pick<Props, 'entity' | 'id'>) {
  const { isPending } = useOverrides(entity.name);
  const interval = usePollInterval(2000);
  const refetchInterval = (query: { state: { data?: RecordData | undefined } }) =>
    query.state.data && isPending?.(query.state.data) ? interval : (false as const);
  return useShowController<RecordData>({
    resource: entity.name,
    id,
    disableAuthentication: true,
    redirectOnError: false,
    // The page itself shows the error, so no notification is needed.
    queryOptions: { onError: ignoreError, refetchInterval } as object,
  });
}

/** The tab with the history of the record, for roles that may read it. */
function useHistoryTab(entity: Entity, record: RecordData): RecordTab[] {
  const role = useRole();
  const draw = () => (
    <ErrorBoundary>
      <Suspense fallback={<RecordSkeleton />}>
        <RecordHistory entity={entity} record={record} />
      </Suspense>
    </ErrorBoundary>
  );
  return mayReadHistory(entity, role) ? [{ name: 'history', label: text().record.history, draw }] : [];
}

/** The values of a record, with its timeline next to them and its related lists below. */
function Overview({ entity, record, overview, below }: Omit<Props, keyof DetailProps> & RecordProps) {
  const timeline = useTimeline(entity, record);
  // The script of the timeline loads while its data is requested.
  const isHere = useChunksLoaded(timeline.isAsked ? lazyParts : noParts);
  // The height of a timeline is unknown until it has loaded, so the lists below wait for it and do not jump.
  const isComing = timeline.isAsked && (timeline.found.isPending || (timeline.isShown && !isHere));
  // Not drawn again when the timeline arrives.
  const values = useMemo(() => overview(record), [overview, record]);
  const lists = useMemo(() => below?.(record), [below, record]);
  // The column is reserved from the start, so that the values do not move when the timeline arrives.
  const columns = timeline.isAsked ? { md: 'minmax(0, 1fr) 260px' } : undefined;
  return (
    <>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: columns }}>
        <Box sx={{ minWidth: 0 }}>{values}</Box>
        {timeline.isShown && (
          <Box component="aside">
            <ErrorBoundary>
              <Suspense fallback={timelineSkeleton}>
                {isHere ? <Timeline entity={entity} record={record} timeline={timeline} /> : timelineSkeleton}
              </Suspense>
            </ErrorBoundary>
          </Box>
        )}
      </Box>
      {below && (
        <WhenNear isWaiting={isComing}>
          <Deferred>
            <Box sx={{ visibility: isComing ? 'hidden' : undefined }}>{lists}</Box>
          </Deferred>
        </WhenNear>
      )}
    </>
  );
}

/** Drawn again only when the record changes, not each time a request for it begins or ends. */
const RecordBody = memo(function RecordBody(props: Omit<Props, keyof DetailProps> & RecordProps) {
  const { entity, record, top, more, endings, hasActions = true } = props;
  const options = useRecordDrawer()?.options ?? (entity.form && { form: entity.form });
  const first = { name: 'overview', label: text().record.overview, draw: () => <Overview {...props} /> };
  const tabs = [
    first,
    ...useRelatedTabs(entity, record, entity.detail?.tabs ?? noTabs),
    ...(more?.(record) ?? []),
    ...useHistoryTab(entity, record),
  ];
  const next = top?.(record);
  const isPrinting = usePrinting();
  const { print } = entity;
  if (isPrinting && print?.sections)
    return (
      <>
        <PrintedSections entity={entity} record={record} print={print} />
        <Signatures print={print} />
      </>
    );
  return (
    <>
      {hasActions && (
        <RecordActions entity={entity} record={record} options={options}>
          {endings?.(record)}
        </RecordActions>
      )}
      {next && <Box sx={{ mb: 2.5 }}>{next}</Box>}
      <RecordTabs tabs={tabs} />
      {isPrinting && print && <Signatures print={print} />}
    </>
  );
});

interface RecordProps {
  record: RecordData;
}

/** Shows the name of the record that is open next to its list in the title of the window. */
function useWindowTitle(title: string | undefined): void {
  const isInDrawer = useRecordDrawer() !== undefined;
  useEffect(() => {
    if (!isInDrawer || !title) return;
    const before = document.title;
    document.title = [title, text().product].join(' · ');
    return () => {
      document.title = before;
    };
  }, [isInDrawer, title]);
}

/** The heading of a sheet: what it is, in place of what the record is, and the name of the record. */
const sheetHeading = (entity: Entity, record: RecordData, title: Label): string =>
  `${translate(title)} · ${recordName(entity, record, language())}`;

/**
 * The page of a record (D1): name and state, actions, values, timeline and related lists. It is inside react-admin's
 * ShowContext, so that stock react-admin components work in it.
 */
export function RecordView({ id, onClose, ...props }: Props) {
  const { entity } = props;
  const shown = useShownRecord({ entity, id });
  const { error, refetch } = shown;
  // A record that was deleted, or that the reader may no longer see, is not shown from the cache.
  const record = useDeferredArrival(isRecordGone(error) ? undefined : shown.record);
  useRememberRecord(entity, id, record, isRecordGone(error));
  const title = record && recordHeading(entity, record, language());
  useWindowTitle(title);
  const head = error && !record ? recordHeading(entity, { id }, language()) : title;
  const sheetTitle = usePrinting() ? entity.print?.title : undefined;
  const heading = sheetTitle && record ? sheetHeading(entity, record, sheetTitle) : head;
  return (
    <RecordFrame title={heading} chip={record && <StateChip entity={entity} record={record} />} onClose={onClose}>
      <ShowContextProvider value={shown}>
        {record && <RecordBody record={record} {...props} />}
        {!record && error && <RecordMissing error={error} onRetry={() => void refetch()} />}
        {!record && !error && <RecordSkeleton />}
      </ShowContextProvider>
    </RecordFrame>
  );
}
