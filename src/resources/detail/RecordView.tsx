import { Box, Skeleton } from '@mui/material';
import { type ComponentType, type ReactNode, Suspense, useEffect } from 'react';
import { ShowContextProvider, useShowController } from 'react-admin';
import { childSections } from '../../../contract/relations/embeddedLists.ts';
import { recordHeading } from '../../../contract/relations/title.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { mayReadHistory } from '../../../contract/timeline/history.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { usePollInterval } from '../../dataProvider/live/receivingChanges.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { language } from '../../i18n/language.ts';
import { text, translate } from '../../i18n/text.ts';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { lazyChunk, useChunksLoaded } from '../../ui/lazyChunk.ts';
import { type DetailProps, type RelatedTabProps, useAllOverrides, useOverrides } from '../overrides.ts';
import { useRememberRecord } from '../recentRecords.ts';
import { useTimeline } from './history/useTimeline.ts';
import { RecordActions } from './record/RecordActions.tsx';
import { useRecordDrawer } from './record/RecordDrawerContext.ts';
import { RecordFrame } from './record/RecordFrame.tsx';
import { StateChip } from './record/RecordHead.tsx';
import { isRecordGone, RecordMissing } from './record/RecordMissing.tsx';
import { type RecordTab, RecordTabs } from './record/RecordTabs.tsx';
import { ChildList } from './related/ChildLists.tsx';
import { RelatedList } from './related/RelatedLists.tsx';
import { useRelatedLists } from './related/useRelatedLists.ts';

interface Props extends DetailProps {
  entity: Entity;
  /** What stands first, as long as it is not empty: the step that the record waits for. */
  top?: (record: RecordData) => ReactNode;
  /** What the record says. */
  overview: (record: RecordData) => ReactNode;
  /** What stands below both: lists of what belongs to it. */
  below?: (record: RecordData) => ReactNode;
  /** Further tabs, behind those that its declaration names. */
  more?: (record: RecordData) => readonly RecordTab[];
  /** Further buttons of what ends the record, beside those that its declaration knows. */
  endings?: (record: RecordData) => ReactNode;
  /** Whether the buttons of what may be done with it stand above it. */
  hasActions?: boolean;
}

const RecordHistory = lazyChunk(() =>
  import('./history/RecordHistory.tsx').then((found) => ({ default: found.RecordHistory })),
);

const Timeline = lazyChunk(() => import('./history/Timeline.tsx').then((found) => ({ default: found.Timeline })));

const lazyParts = { Timeline };
const noParts = {};

/** Stands where a timeline will. */
const timelineSkeleton = <Skeleton variant="rounded" height={120} />;

const ignoreError = () => undefined;

/** The record as it is now, by react-admin's own controller; asked for again while it is about to change and nobody tells. */
function useShownRecord({ entity, id }: Pick<Props, 'entity' | 'id'>) {
  const { isPending: pending } = useOverrides(entity.name);
  const interval = usePollInterval(2000);
  const refetchInterval = (query: { state: { data?: RecordData | undefined } }) =>
    query.state.data && pending?.(query.state.data) ? interval : (false as const);
  return useShowController<RecordData>({
    resource: entity.name,
    id,
    disableAuthentication: true,
    redirectOnError: false,
    // What is not there is said in its place.
    queryOptions: { onError: ignoreError, refetchInterval } as object,
  });
}

const RecordSkeleton = () => (
  <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fill, minmax(190px, 1fr))' }}>
    {Array.from({ length: 9 }, (_, at) => (
      <Skeleton key={at} variant="rounded" height={38} />
    ))}
  </Box>
);

/** A part that is drawn by hand, once its script has come. */
const CustomTab = ({ Own, holder }: RelatedTabProps & { Own: ComponentType<RelatedTabProps> }) => (
  <ErrorBoundary>
    <Suspense fallback={<Skeleton variant="rounded" height={120} />}>
      <Own holder={holder} />
    </Suspense>
  </ErrorBoundary>
);

/** The lists that are tabs of the record, for the present role. */
function useRelatedTabs(entity: Entity, record: RecordData): RecordTab[] {
  const { id } = record;
  const children = childSections(entity, useRole() ?? 'Subordinate');
  const inner = useRelatedLists(entity, record);
  const overrides = useAllOverrides();
  return (entity.detail?.tabs ?? []).flatMap((name): RecordTab[] => {
    const child = children.find((one) => one.entity.name === name);
    const list = inner.find((one) => one.entity.name === name);
    if (child) {
      const label = translate(child.section.label ?? child.entity.labels);
      return [{ name, label, draw: () => <ChildList key={name} child={child} id={id} bare /> }];
    }
    if (!list) return [];
    const Own = overrides[name]?.relatedTabs?.[entity.name];
    const draw = () =>
      Own ? <CustomTab key={name} Own={Own} holder={record} /> : <RelatedList key={name} {...list} id={id} bare />;
    return [{ name, label: translate(list.label), draw }];
  });
}

/** The history of the record, for those who may read it. */
function useHistoryTab(entity: Entity, record: RecordData): RecordTab[] {
  const role = useRole() ?? 'Subordinate';
  const draw = () => (
    <ErrorBoundary>
      <Suspense fallback={<RecordSkeleton />}>
        <RecordHistory entity={entity} record={record} />
      </Suspense>
    </ErrorBoundary>
  );
  return mayReadHistory(entity, role) ? [{ name: 'history', label: text().record.history, draw }] : [];
}

/** What a record says, with its timeline beside it, and what belongs to it below. */
function Overview({ entity, record, overview, below }: Omit<Props, keyof DetailProps> & RecordProps) {
  const story = useTimeline(entity, record);
  // Its script comes while what it tells is asked for.
  const isHere = useChunksLoaded(story.isAsked ? lazyParts : noParts);
  // A timeline is as high as what it tells: what stands below comes in sight with it, and stays where it is.
  const isComing = story.isAsked && (story.found.isPending || (story.isShown && !isHere));
  // Its place is kept, so that what the record says stands where it will stay.
  const columns = story.isAsked ? { md: 'minmax(0, 1fr) 260px' } : undefined;
  return (
    <>
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: columns }}>
        <Box sx={{ minWidth: 0 }}>{overview(record)}</Box>
        {story.isShown && (
          <Box component="aside">
            <ErrorBoundary>
              <Suspense fallback={timelineSkeleton}>
                {isHere ? <Timeline entity={entity} record={record} timeline={story} /> : timelineSkeleton}
              </Suspense>
            </ErrorBoundary>
          </Box>
        )}
      </Box>
      {below && <Box sx={{ visibility: isComing ? 'hidden' : undefined }}>{below(record)}</Box>}
    </>
  );
}

function RecordBody(props: Omit<Props, keyof DetailProps> & RecordProps) {
  const { entity, record, top, more, endings, hasActions = true } = props;
  const options = useRecordDrawer()?.options ?? (entity.form && { form: entity.form });
  const first = { name: 'overview', label: text().record.overview, draw: () => <Overview {...props} /> };
  const tabs = [first, ...useRelatedTabs(entity, record), ...(more?.(record) ?? []), ...useHistoryTab(entity, record)];
  const next = top?.(record);
  return (
    <>
      {hasActions && (
        <RecordActions entity={entity} record={record} options={options}>
          {endings?.(record)}
        </RecordActions>
      )}
      {next && <Box sx={{ mb: 2.5 }}>{next}</Box>}
      <RecordTabs tabs={tabs} />
    </>
  );
}

interface RecordProps {
  record: RecordData;
}

/** The window is titled by the record that is open beside its list. */
function useWindowTitle(title: string | undefined): void {
  const isPlaced = useRecordDrawer() !== undefined;
  useEffect(() => {
    if (!isPlaced || !title) return;
    const before = document.title;
    document.title = [title, text().product].join(' · ');
    return () => {
      document.title = before;
    };
  }, [isPlaced, title]);
}

/**
 * The page of a record (D1): what it is called and how it stands, what may be done with it now, what it says, its story,
 * and what belongs to it, within react-admin's ShowContext, so that stock parts work in it.
 */
export function RecordView({ id, onClose, ...props }: Props) {
  const { entity } = props;
  const shown = useShownRecord({ entity, id });
  const { error, refetch } = shown;
  // What others deleted, or took from this reader, is not shown as it was.
  const record = isRecordGone(error) ? undefined : shown.record;
  useRememberRecord(entity, id, record, isRecordGone(error));
  const title = record && recordHeading(entity, record, language());
  useWindowTitle(title);
  const head = error && !record ? recordHeading(entity, { id }, language()) : title;
  return (
    <RecordFrame title={head} chip={record && <StateChip entity={entity} record={record} />} onClose={onClose}>
      <ShowContextProvider value={shown}>
        {record && <RecordBody record={record} {...props} />}
        {!record && error && <RecordMissing error={error} onRetry={() => void refetch()} />}
        {!record && !error && <RecordSkeleton />}
      </ShowContextProvider>
    </RecordFrame>
  );
}
