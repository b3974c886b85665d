import { Box, LinearProgress, Skeleton, useMediaQuery } from '@mui/material';
import {
  type CSSProperties,
  type ReactNode,
  startTransition,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useEvent, useListContext } from 'react-admin';
import type { Entity } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text, translate } from '../../../i18n/text.ts';
import { tabletQuery, useIsPhone } from '../../../ui/breakpoints.ts';
import { useChunksLoaded } from '../../../ui/lazyChunk.ts';
import { usePrinting } from '../../../ui/print/printing.ts';
import { type RowOptions, useCustomRowActions, useHasRowActions } from '../../actions/RowActions.tsx';
import { useOverrides } from '../../overrides.ts';
import type { Sizing } from '../../slotTypes.ts';
import { ListFailure } from '../ListFailure.tsx';
import { rowHeights } from '../views/listView.ts';
import { useDensity } from '../views/useDensity.ts';
import { cardStyle } from './cardStyle.ts';
import { EntityRow, type RowProps } from './EntityRow.tsx';
import { OverflowTooltip } from './OverflowTooltip.tsx';
import { RecordCard } from './RecordCard.tsx';
import { widthVariables } from './resizing.ts';
import { TableHead, TickAll } from './TableHead.tsx';
import { tableStyle } from './tableStyle.ts';
import { useColumnWidths } from './useColumnWidths.ts';

interface Props {
  entity: Entity;
  columns: readonly string[];
  options: RowOptions;
  addressOf: (id: number) => string;
  onOpen: (id: number) => void;
  /** The id of the open record. */
  opened?: number | undefined;
  empty: ReactNode;
  /** True if rows can be selected. */
  selectable: boolean;
  /** True to leave out the actions of rows, for example next to an open record. */
  plain?: boolean;
  /** The widths of the columns; undefined if they cannot be resized. */
  sizing?: Sizing | undefined;
  /** Columns that are shown below the first one, for example next to an open record. */
  below?: readonly string[] | undefined;
  /** True to leave out the headings if there are no rows, for example inside a record. */
  bare?: boolean;
  /** Shown below the rows. */
  children?: ReactNode;
}

function SkeletonRows({ columns }: { columns: number }) {
  return Array.from({ length: 6 }, (_, row) => (
    <tr key={row}>
      <td colSpan={columns}>
        <Skeleton height={22} />
      </td>
    </tr>
  ));
}

function MessageRow({ columns, children }: { columns: number; children: ReactNode }) {
  return (
    <tr>
      <td colSpan={columns} className="plain">
        {children}
      </td>
    </tr>
  );
}

const progressStyle = { position: 'absolute', insetInline: 0, top: 0, height: 2, zIndex: 4 } as const;

const drawBatch = 10;

/** The rows drawn so far: they are drawn in batches, so that the page remains responsive. */
function useDrawnRows(rows: readonly RecordData[] | undefined): readonly RecordData[] {
  const { page, sort, filterValues } = useListContext();
  const view = JSON.stringify([page, sort, filterValues]);
  const [drawn, setDrawn] = useState({ view, count: drawBatch });
  const count = drawn.view === view ? drawn.count : drawBatch;
  const all = rows?.length ?? 0;
  const isPrinting = usePrinting();
  useEffect(() => {
    if (count >= all) return;
    const timer = setTimeout(() => startTransition(() => setDrawn({ view, count: count + drawBatch })));
    return () => clearTimeout(timer);
  }, [count, all, view]);
  // The browser prints what is drawn when it asks for the page.
  return (isPrinting ? rows : rows?.slice(0, count)) ?? [];
}

/** True if the shown rows belong to another order, page or filter than the requested one. */
function useIsStale(): boolean {
  const { isFetching, page, sort, filterValues } = useListContext();
  const view = JSON.stringify([page, sort, filterValues]);
  const [shown, setShown] = useState(view);
  useEffect(() => {
    if (!isFetching) setShown(view);
  }, [isFetching, view]);
  return isFetching === true && shown !== view;
}

/**
 * By default the page scrolls, so that the headings stick below its header. A table that is wider than its box scrolls
 * horizontally by itself.
 */
function useTableScroll() {
  const [isWide, setWide] = useState(false);
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const [box, table] = [container.current, container.current?.querySelector('table')];
    if (!box || !table || typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(() => {
      // What is pinned beside the actions begins where they end.
      box.style.setProperty('--actions-width', `${table.querySelector<HTMLElement>('th.actions')?.offsetWidth ?? 0}px`);
      setWide(table.scrollWidth > box.clientWidth + 1);
    });
    observer.observe(box);
    observer.observe(table);
    return () => observer.disconnect();
  }, []);
  const wide = { overflow: 'auto', maxHeight: 'max(calc(100dvh - 220px), 360px)' } as const;
  const narrow = { '--table-top': 'calc(var(--header-height, 60px) + var(--bulk-height, 0px))' } as const;
  return { container, isWide, sx: isWide ? wide : narrow };
}

/** The state of the list for both the table and the cards. */
interface DrawnProps extends Props {
  rows: readonly RecordData[] | undefined;
  drawn: readonly RecordData[];
  isStale: boolean;
  /** True if further rows of the page are still to be drawn. */
  isIncomplete: boolean;
  /** Shown if there are no rows: the reason, or what to do. */
  placeholder: ReactNode;
}

const wideLetters = /[\u1100-\uffff]/g;

/** The approximate width of the longest name of the rows with its padding, in pixels; undefined if names are no texts. */
function nameWidth(rows: readonly RecordData[] | undefined, name: string | undefined): string | undefined {
  const names = (rows ?? []).map((record) => record[name ?? '']);
  const widthOf = (one: string) => 8 * one.length + 6 * (one.match(wideLetters)?.length ?? 0);
  if (names.length === 0 || !names.every((one): one is string => typeof one === 'string')) return undefined;
  return `${Math.max(...names.map(widthOf)) + 24}px`;
}

/** Returns a function that makes the props of a row. */
function useRowProps(props: Props) {
  const { entity, columns, options, addressOf, onOpen, opened, selectable, plain = false, below, sizing } = props;
  const { selectedIds = [], onToggleItem } = useListContext<RecordData>();
  const hasActions = useHasRowActions(entity, options) && !plain;
  const open = useEvent(onOpen);
  const tick = useEvent((id: number) => onToggleItem(id));
  return (record: RecordData): RowProps => ({
    entity,
    columns,
    record,
    addressOf,
    options,
    hasActions,
    onOpen: open,
    isOpen: record.id === opened,
    ticked: selectable ? selectedIds.includes(record.id) : undefined,
    onTick: tick,
    widths: sizing?.widths,
    below,
  });
}

function Table({ rows, drawn, isStale, isIncomplete, placeholder, ...props }: DrawnProps) {
  const { entity, columns, selectable, plain = false, bare = false, sizing } = props;
  const hasActions = useHasRowActions(entity, props.options) && !plain;
  const width = columns.length + (selectable ? 1 : 0) + (hasActions ? 1 : 0);
  const [density] = useDensity();
  const propsOf = useRowProps(props);
  const isWhole = rows !== undefined && rows.length > 0 && !isIncomplete;
  const name = `${entity.name} ${columns.join()} ${selectable} ${hasActions} ${plain}`;
  const { container, isWide, sx } = useTableScroll();
  const isFolded = useMediaQuery(tabletQuery, { noSsr: true });
  const widths = useColumnWidths(container, name, isWhole);
  // If the widths of the columns are unknown, the headings appear together with the rows, so that they do not move.
  const isUnknown = !widths && !isWhole && !placeholder;
  if (bare && placeholder) return <>{placeholder}</>;
  return (
    <Box
      ref={container}
      data-wide={isWide || undefined}
      data-folded={isFolded || undefined}
      data-plain={plain || undefined}
      data-unknown={isUnknown || undefined}
      sx={{ position: 'relative', ...sx }}
    >
      {isStale && <LinearProgress aria-label={text().range.loading} sx={progressStyle} />}
      <OverflowTooltip within={container} />
      <Box
        component="table"
        sx={tableStyle}
        style={
          {
            '--row-height': `${rowHeights[density]}px`,
            '--name-width': nameWidth(rows, columns[0]),
            ...widthVariables(columns, sizing?.widths ?? {}),
          } as CSSProperties
        }
        data-known={widths !== undefined || undefined}
        data-stale={isStale || undefined}
        aria-busy={isStale || isIncomplete}
      >
        {widths && (
          <colgroup>
            {widths.map((width, at) => (
              <col key={at} style={{ width }} />
            ))}
          </colgroup>
        )}
        <TableHead entity={entity} columns={columns} hasActions={hasActions} sizing={sizing}>
          {selectable && (
            <th className="tick">
              <TickAll data={rows} />
            </th>
          )}
        </TableHead>
        <tbody>
          {!rows && !placeholder && <SkeletonRows columns={width} />}
          {placeholder && <MessageRow columns={width}>{placeholder}</MessageRow>}
          {drawn.map((record) => (
            <EntityRow key={record.id} {...propsOf(record)} folded={isFolded} />
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

/** The rows as cards, for a phone. */
function CardList({ rows, drawn, isStale, isIncomplete, placeholder, ...props }: DrawnProps) {
  const propsOf = useRowProps(props);
  return (
    <Box sx={{ position: 'relative' }}>
      {isStale && <LinearProgress aria-label={text().range.loading} sx={progressStyle} />}
      {placeholder}
      {!rows &&
        !placeholder &&
        Array.from({ length: 4 }, (_, at) => <Skeleton key={at} height={96} sx={{ mx: 1.5 }} />)}
      <Box
        component="ul"
        sx={cardStyle}
        aria-label={translate(props.entity.labels)}
        aria-busy={isStale || isIncomplete}
      >
        {drawn.map((record) => (
          <RecordCard key={record.id} {...propsOf(record)} />
        ))}
      </Box>
    </Box>
  );
}

/** True once all rows were drawn. Until then, each batch would push down the elements below. */
function useWasComplete(isWhole: boolean): boolean {
  const [wasComplete, setWasComplete] = useState(isWhole);
  if (isWhole && !wasComplete) setWasComplete(true);
  return wasComplete || isWhole;
}

/** True if all scripts that draw a row have loaded. A row that grows when a script arrives would move the columns. */
function useRowChunksLoaded(entity: Entity): boolean {
  const { cells } = useOverrides(entity.name);
  const own = useCustomRowActions(entity);
  return useChunksLoaded(useMemo(() => ({ ...cells, own }), [cells, own]));
}

/** The rows of a list, or what is shown while they load, if there are none, or if loading failed. */
export function EntityTable(props: Props) {
  const { data, error, refetch } = useListContext<RecordData>();
  // Deferred, so that the rows are drawn in tasks of their own and do not block the rest of the page.
  const deferred = useDeferredValue(data);
  const isPrinting = usePrinting();
  // Paper does not wait for what is deferred.
  const latest = isPrinting ? data : deferred;
  const rows = useRowChunksLoaded(props.entity) ? latest : undefined;
  const drawn = useDrawnRows(rows);
  const isStale = useIsStale();
  const failure = error && !rows && <ListFailure entity={props.entity} error={error} onRetry={() => refetch()} />;
  const placeholder = failure || (rows?.length === 0 && props.empty) || undefined;
  // A list inside a record is a table on paper, however narrow the window is.
  const View = useIsPhone() && !(isPrinting && props.bare) ? CardList : Table;
  const isIncomplete = rows !== undefined && drawn.length < rows.length;
  const wasComplete = useWasComplete(placeholder !== undefined || (rows !== undefined && !isIncomplete));
  return (
    <>
      <View
        {...props}
        rows={rows}
        drawn={drawn}
        isStale={isStale}
        isIncomplete={isIncomplete}
        placeholder={placeholder}
      />
      {/* Its style rules are inserted while there are few rows: for each rule, the browser checks all rows again. */}
      {(wasComplete || drawn.length > drawBatch) && (
        <div style={{ display: wasComplete ? 'contents' : 'none' }}>{props.children}</div>
      )}
    </>
  );
}
