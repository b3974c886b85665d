import { Box, Paper, Skeleton, Typography, useMediaQuery } from '@mui/material';
import { memo, Suspense, useEffect, useMemo, useState } from 'react';
import { ListBase, ResourceContextProvider, useListContext } from 'react-admin';
import { displaysFor, type ListDisplay } from '../../../contract/lists/displays.ts';
import { hasTotals } from '../../../contract/lists/totals.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { ScreenDeclaration } from '../../../contract/schema/screen.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { isActing, useRole, useSession } from '../../authProvider/useSession.ts';
import { defaultSort } from '../../dataProvider/lists/defaultSort.ts';
import { stableList } from '../../dataProvider/live/pendingChanges.ts';
import { usePollInterval } from '../../dataProvider/live/receivingChanges.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { translate } from '../../i18n/text.ts';
import { narrowQuery, sideBySideQuery, tabletQuery, useIsPhone } from '../../ui/breakpoints.ts';
import { Deferred } from '../../ui/deferred/Deferred.tsx';
import { visuallyHidden } from '../../ui/visuallyHidden.ts';
import { useContract } from '../ContractContext.ts';
import { useDialogSlots } from '../dialogSlots.ts';
import type { FormOptions } from '../form/entityFields.ts';
import { useListTool, useOverrides } from '../overrides.ts';
import { ListNewRowsNotice } from '../paging/NewRowsNotice.tsx';
import { Pager } from '../paging/Pager.tsx';
import type { Columns } from '../slotTypes.ts';
import { ColumnsButton } from './columns/ColumnsButton.tsx';
import { useColumns } from './columns/useColumns.ts';
import { EmptyList } from './EmptyList.tsx';
import { applicableView } from './filters/applicableView.ts';
import { FilterBar } from './filters/FilterBar.tsx';
import { useIsRefusedWhileActing } from './ListFailure.tsx';
import { bulkActionNames } from './selection/useBulkActions.ts';
import { cardColumnsFirst, columnsBelow } from './table/cardFields.ts';
import { EntityTable } from './table/EntityTable.tsx';
import { fittingColumns } from './table/fittingColumns.ts';
import { CreateButton, useCreateDialog } from './toolbar/CreateButton.tsx';
import { ExportButton } from './toolbar/ExportButton.tsx';
import { ImportButton } from './toolbar/ImportButton.tsx';
import { useCreateOnArrival } from './useCreateOnArrival.ts';
import { useOpenRecord } from './useOpenRecord.ts';
import { usePlainAddress } from './usePlainAddress.ts';
import { ListPlaceProvider, useInitialView } from './views/openView.ts';
import { useDisplay } from './views/useDisplay.ts';

const perPage = 20;
const noColumns: readonly string[] = [];

/** The server decides the number of rows on a page (R-TABLE-01). */
function usePageSize(): void {
  const { perPage, setPerPage, meta } = useListContext();
  const given = Number(meta?.per_page) || perPage;
  useEffect(() => {
    if (given !== perPage) setPerPage(given);
  }, [given, perPage, setPerPage]);
}

/** The tools above the rows; memoized, since changed rows do not affect them. */
const ListTools = memo(function Tools({ entity, screen, columns, display, isBesideRecord }: ListToolsProps) {
  const ListTool = useListTool();
  const { DisplaySwitch } = useDialogSlots();
  const isPhone = useIsPhone();
  const displays = displaysFor(entity, useRole()).length > 1 && (
    <Suspense fallback={null}>
      <DisplaySwitch entity={entity} />
    </Suspense>
  );
  return (
    <FilterBar entity={entity} screen={screen} isBesideRecord={isBesideRecord} displays={displays}>
      {ListTool && <ListTool columns={columns} />}
      {display === 'table' && <ColumnsButton entity={entity} columns={columns} />}
      {!entity.without?.includes('export') && <ExportButton />}
      {/* On a phone it is beside the heading: nobody looks for it among the filters. */}
      {!isPhone && <ImportButton entity={entity} />}
    </FilterBar>
  );
});

interface ScreenProps {
  entity: Entity;
  screen: ScreenDeclaration;
}

interface DisplayedProps extends ScreenProps {
  display: ListDisplay;
}

interface ListToolsProps extends DisplayedProps {
  columns: Columns;
  isBesideRecord: boolean;
}

function ScreenHeading({ entity, screen, heading, isNamed = false, onCreate }: ScreenProps & HeadingProps) {
  const { toolbar: Toolbar } = useOverrides(entity.name);
  const isPhone = useIsPhone();
  const isEmpty = isNamed && !Toolbar && !onCreate;
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        justifyContent: 'flex-end',
        gap: 1.5,
        mb: isEmpty ? 0 : 2,
        flexWrap: 'wrap',
      }}
    >
      <Typography
        component={heading}
        variant={heading}
        sx={isNamed ? visuallyHidden : { flex: 1, wordBreak: 'keep-all' }}
      >
        {translate(screen.label)}
      </Typography>
      {isNamed && <Box sx={{ flex: 1 }} />}
      <Suspense fallback={null}>{Toolbar && <Toolbar />}</Suspense>
      {isPhone && <ImportButton entity={entity} isIcon />}
      {onCreate && <CreateButton entity={entity} preset={screen.preset} onClick={onCreate} />}
    </Box>
  );
}

interface HeadingProps {
  heading: 'h1' | 'h2';
  /**
   * True if the name of the list is already shown above it, for example in a tab: its heading is then only for screen
   * readers.
   */
  isNamed?: boolean | undefined;
  onCreate?: (() => void) | undefined;
}

/**
 * True if the role has a bulk action for the list. It does not depend on the current rows, or the column of checkboxes
 * would come and go from page to page.
 */
const isSelectable = (entity: Entity): boolean =>
  ['export', 'remove', ...bulkActionNames(entity)].some((name) => isPermitted(entity, name));

/** The width of a list next to a record in pixels: the rest of the window besides menu and record. */
const widthBesideRecord = { least: 250, more: 520 } as const;
const wideQuery = '(min-width: 1700px)';

/**
 * The shown columns. On a small screen without a chosen order, the important ones come first; next to a record, only
 * those that fit.
 */
function useShownColumns(entity: Entity, { all, shown, chosen }: Columns, isBesideRecord: boolean): readonly string[] {
  const isSmall = useMediaQuery(tabletQuery, { noSsr: true });
  const availableWidth = useMediaQuery(wideQuery, { noSsr: true }) ? widthBesideRecord.more : widthBesideRecord.least;
  const hasOwnOrder = chosen.order.length > 0;
  return useMemo(() => {
    if (isBesideRecord) {
      const below = columnsBelow(entity, all);
      const beside = shown.filter((name) => !below.includes(name));
      return fittingColumns(entity, beside, availableWidth);
    }
    return isSmall && !hasOwnOrder ? cardColumnsFirst(entity, shown) : shown;
  }, [entity, all, shown, isSmall, hasOwnOrder, isBesideRecord, availableWidth]);
}

/** True if a record is open next to the list, which then makes room for it. */
function useIsBesideRecord(opened: number | undefined): boolean {
  const isWide = useMediaQuery(sideBySideQuery, { noSsr: true });
  return opened !== undefined && isWide;
}

/**
 * True as long as the record that the page began with covers the list, as on a phone: its rows are not drawn before they can
 * be seen, since that takes as long as the record itself.
 */
function useIsCovered(opened: number | undefined): boolean {
  const isNarrow = useMediaQuery(narrowQuery, { noSsr: true });
  const [isCovered, setIsCovered] = useState(opened !== undefined && isNarrow);
  if (isCovered && (opened === undefined || !isNarrow)) setIsCovered(false);
  return isCovered;
}

/** Reserves the room of another display than the table while its script loads. */
const displaySkeleton = <Skeleton variant="rounded" height={360} sx={{ m: 2 }} />;

/** The margin for a record next to its list: the record's width without the page's padding, and a gap. */
const besideRecordStyle = { mr: '892px' } as const;

function ListScreen({ entity, screen, display, heading, isNamed }: DisplayedProps & HeadingProps) {
  const { total = 0, page, perPage, setPage, selectedIds = [] } = useListContext<RecordData>();
  usePageSize();
  const { opened, open, close, addressOf } = useOpenRecord();
  const { Board, BulkBar, Calendar, EntityDetail, RecordDrawer, Totals } = useDialogSlots();
  const { detail: Detail = EntityDetail } = useOverrides(entity.name);
  const form = screen.form ?? entity.form;
  const { required, preset, choices } = screen;
  const options = useMemo<FormOptions | undefined>(
    () => form && { form, ...(required && { required }), ...(preset && { preset }), ...(choices && { choices }) },
    [form, required, preset, choices],
  );
  const onCreate = useCreateDialog(entity, options);
  useCreateOnArrival(onCreate);
  const columns = useColumns(
    screen.path,
    entity,
    screen.columns ?? entity.list.columns,
    screen.columns ? noColumns : entity.list.optional,
  );
  const isBesideRecord = useIsBesideRecord(opened);
  const shown = useShownColumns(entity, columns, isBesideRecord);
  const empty = <EmptyList entity={entity} preset={preset} onCreate={onCreate} />;
  const below = useMemo(
    () => (isBesideRecord ? columnsBelow(entity, columns.all) : undefined),
    [isBesideRecord, entity, columns.all],
  );
  const Other = display === 'board' ? Board : display === 'calendar' ? Calendar : undefined;
  // Without permission for the list there is nothing to search, compare or delete.
  const isRefused = useIsRefusedWhileActing();
  const isCovered = useIsCovered(opened);
  return (
    <>
      <Box data-list sx={isBesideRecord ? besideRecordStyle : null}>
        <ScreenHeading entity={entity} screen={screen} heading={heading} isNamed={isNamed} onCreate={onCreate} />
        {!isCovered && (
          <Paper variant="outlined">
            {!isRefused && (
              <ListTools
                entity={entity}
                screen={screen}
                columns={columns}
                display={display}
                isBesideRecord={isBesideRecord}
              />
            )}
            <Suspense fallback={null}>
              {selectedIds.length > 0 && !isBesideRecord && !Other && <BulkBar entity={entity} />}
            </Suspense>
            <ListNewRowsNotice />
            {Other ? (
              <Suspense fallback={displaySkeleton}>
                <Other entity={entity} addressOf={addressOf} onOpen={open} opened={opened} empty={empty} />
              </Suspense>
            ) : (
              <EntityTable
                entity={entity}
                columns={shown}
                options={options}
                addressOf={addressOf}
                onOpen={open}
                opened={opened}
                empty={empty}
                selectable={isSelectable(entity) && !isBesideRecord}
                plain={isBesideRecord}
                sizing={isBesideRecord ? undefined : columns}
                below={below}
                bare={isRefused}
              >
                <Suspense fallback={null}>
                  {hasTotals(entity) && !isBesideRecord && <Totals entity={entity} />}
                </Suspense>
                <Pager total={total} page={page} perPage={perPage} onPage={setPage} isSmall={isBesideRecord} />
              </EntityTable>
            )}
          </Paper>
        )}
      </Box>
      <Suspense fallback={null}>
        {opened !== undefined && (
          // Next to its list a record is there with it: keys that are pressed meanwhile are for the record.
          <Deferred isAtOnce={!isCovered}>
            <RecordDrawer
              entity={entity}
              id={opened}
              options={options}
              isAlone={isCovered}
              onOpen={open}
              onClose={close}
            >
              <Detail key={opened} id={opened} onClose={close} />
            </RecordDrawer>
          </Deferred>
        )}
      </Suspense>
    </>
  );
}

/**
 * The rows stay in place when others change the list. It is fetched again every two seconds while one of its rows is
 * pending and no change feed is connected. Only the table shows its rows; another display reads its own.
 */
function useListQueryOptions(entity: Entity, display: ListDisplay) {
  const { isPending } = useOverrides(entity.name);
  const interval = usePollInterval(2000);
  return useMemo(
    () => ({
      ...stableList,
      enabled: display === 'table',
      refetchInterval: (query: { state: { data?: { data?: RecordData[] } | undefined } }) =>
        isPending && query.state.data?.data?.some(isPending) ? interval : (false as const),
    }),
    [isPending, interval, display],
  );
}

/**
 * The initial sort and filter of the list: those of its default view, else the declared ones. While acting for another
 * user, no default view is applied.
 */
function useInitialList(listKey: string, entity: Entity) {
  const initialView = useInitialView(listKey);
  const session = useSession();
  return useMemo(() => {
    const view =
      initialView && session && !isActing(session)
        ? applicableView(entity, session.role, initialView.saved)
        : undefined;
    return { sort: view?.look.sort ?? defaultSort(entity), filterDefaultValues: view?.look.filter };
  }, [initialView, session, entity]);
}

interface Props extends Partial<HeadingProps> {
  name: string;
  path: string;
  /** A filter in addition to that of the screen, for example for a list inside another record. */
  filter?: Readonly<Record<string, unknown>>;
}

/** The page of a declared entity: its list, with all actions. */
export function EntityScreen({ name, path, heading = 'h1', isNamed, filter }: Props) {
  const entity = useContract().entity(name);
  // A list inside another page has no screen of its own in the declaration.
  const screen = useMemo<ScreenDeclaration>(
    () => entity.screens?.find((one) => one.path === path) ?? { path, roles: entity.access.list, label: entity.labels },
    [entity, path],
  );
  const listKey = `${path} ${name}`;
  const [display] = useDisplay(entity, listKey);
  const options = useListQueryOptions(entity, display);
  usePlainAddress(listKey);
  const initial = useInitialList(listKey, entity);
  return (
    <ListPlaceProvider value={listKey}>
      <ResourceContextProvider value={name}>
        <ListBase
          resource={name}
          perPage={perPage}
          {...initial}
          filter={{ ...screen.only, ...filter }}
          storeKey={listKey}
          queryOptions={options as object}
          disableAuthentication
        >
          <ListScreen entity={entity} screen={screen} display={display} heading={heading} isNamed={isNamed} />
        </ListBase>
      </ResourceContextProvider>
    </ListPlaceProvider>
  );
}
