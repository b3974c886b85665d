import { Box, Link, Typography } from '@mui/material';
import { Fragment, type KeyboardEvent, Suspense, useEffect, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { valueAt } from '../../../contract/lib/dottedPath.ts';
import type { Label } from '../../../contract/messages/label.ts';
import { type Entity, fieldOf, fieldValue, readPathOf } from '../../../contract/schema/entity.ts';
import type { NamedQueue } from '../../../contract/schema/queue.ts';
import { recordAddress } from '../../../contract/screens/address.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { useRole } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text, translate } from '../../i18n/text.ts';
import { sideBySideQuery } from '../../ui/breakpoints.ts';
import { moveFocus } from '../../ui/keyboard/moveFocus.ts';
import { WithCodes } from '../../ui/WithCodes.tsx';
import { useCustomRowActions } from '../actions/RowActions.tsx';
import { withReturnState } from '../list/returnState.ts';
import { Cell, isBareNumber, labelOf, nameOf } from '../values/Cell.tsx';
import { dateTimeText, minuteText } from '../values/format.ts';
import { relativeTime } from '../values/relativeTime.ts';
import { QueueActionButton } from './QueueActionButton.tsx';
import { asksInRow, type QueueAction, queueActionsOf, queueRowKey } from './queueAction.ts';
import { RowQuestion } from './RowQuestion.tsx';
import type { OpenedRecord } from './useNextInQueue.ts';
import type { Asking } from './useStableRows.ts';

interface Props {
  entity: Entity;
  queue: NamedQueue;
  record: RecordData;
  onOpen: (opened: OpenedRecord) => void;
  /** True if it has left the queue: it stays in place until the rows may move. */
  gone: boolean;
  /** The question that is asked in a row. */
  asking: Asking;
}

/** On a phone the actions are below; else they are in the row, with the width that most rows need. */
const rowStyle = {
  display: 'grid',
  gap: 0.5,
  columnGap: 2,
  alignItems: 'center',
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr) auto',
    sm: 'minmax(0, 1fr) auto minmax(92px, auto)',
    md: 'minmax(0, 1fr) 120px minmax(110px, auto)',
  },
  px: 2,
  py: { xs: 1, md: 0.5 },
  minHeight: 44,
  borderTop: 1,
  borderColor: 'divider',
  '&:focus-within': { bgcolor: 'action.hover' },
} as const;

/** If the reader has no actions, the waiting time is at the edge. */
const readOnlyRowStyle = { ...rowStyle, gridTemplateColumns: 'minmax(0, 1fr) auto' } as const;

/**
 * The waiting time with its date below; on a phone both are in the line of the name, which has the height of a touch
 * target.
 */
const sinceStyle = {
  textAlign: 'right',
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
  alignSelf: { xs: 'start', sm: 'center' },
  order: { xs: -1, sm: 0 },
  lineHeight: { xs: '22px', sm: 1.4 },
  '& time': { display: 'block', fontSize: 12 },
} as const;

/** True if the record has a value of the field; answers omit empty ones. */
const hasValue = (entity: Entity, name: string, record: RecordData): boolean =>
  (fieldValue(entity, name, record) ?? '') !== '';

const nameStyle = {
  fontWeight: 600,
  fontSize: 13.5,
  textAlign: 'left',
  flexShrink: 0,
  maxWidth: '100%',
  minHeight: { xs: 44, sm: 0 },
  minWidth: { xs: 44, sm: 0 },
  display: 'inline-block',
  alignContent: 'center',
  justifySelf: 'start',
  order: { xs: -2, sm: 0 },
} as const;

/** The name of a record: a link to its address, or a button for a dialog if the role has no screen for it. */
function RecordName({ entity, record, onOpen }: Pick<Props, 'entity' | 'record' | 'onOpen'>) {
  const name = nameOf(entity, record);
  const address = recordAddress(entity, record, useRole());
  const look = { color: 'inherit', underline: 'hover', sx: nameStyle } as const;
  if (!isPermitted(entity, 'get', record))
    return (
      <Typography
        component="span"
        sx={{ fontWeight: 600, fontSize: 13.5, overflowWrap: 'anywhere', order: { xs: -2, sm: 0 } }}
      >
        <WithCodes>{name}</WithCodes>
      </Typography>
    );
  if (address)
    return (
      <Link component={RouterLink} to={address} {...withReturnState} {...look}>
        <WithCodes>{name}</WithCodes>
      </Link>
    );
  return (
    <Link component="button" type="button" aria-haspopup="dialog" onClick={() => onOpen({ record })} {...look}>
      <WithCodes>{name}</WithCodes>
    </Link>
  );
}

/** Kinds whose values are never truncated, since a part of them has no meaning. */
const shortKinds: ReadonlySet<string | undefined> = new Set([
  'choice',
  'integer',
  'decimal',
  'boolean',
  'dateTime',
  'money',
]);

/** One value of a record, with its label if it is only a number. A long text is truncated if it does not fit. */
function Fact({ entity, name, record }: { entity: Entity; name: string; record: RecordData }) {
  const field = fieldOf(entity, name);
  const label = labelOf(entity, name);
  const isLong = !shortKinds.has(field?.kind);
  return (
    <span className={isLong ? 'cut' : undefined} title={isLong ? undefined : label}>
      {field && isBareNumber(field, name, record) && `${label} `}
      <Cell entity={entity} name={name} record={record} />
    </span>
  );
}

/** Where the values of a record are in one line: windows with room for names in it. */
const inOneLine = `@media ${sideBySideQuery}`;

/**
 * In one line if the window is wide enough: the way to a name is truncated first, then names. On a phone below the name
 * and the waiting time, as wide as the row.
 */
const factsStyle = {
  gridColumn: { xs: '1 / -1', sm: 'auto' },
  minWidth: 0,
  [inOneLine]: {
    display: 'flex',
    whiteSpace: 'pre',
    '& > *': { flexShrink: 0 },
    '& > .cut': { flexShrink: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
    // So much more that names lose nothing, not even a part of a pixel, as long as the way has room to lose.
    '& > .cut:has(.way)': { flexShrink: 1e6, minWidth: 60 },
    // Leaves the name after the way its room.
    '&:has(.way) > .cut:not(:has(.way))': { maxWidth: 180 },
    '& .path': { display: 'flex', flexWrap: 'nowrap' },
    '& .path > span': { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
    '& .path > .leaf': { flexShrink: 0, maxWidth: '100%' },
    // A place to break would start another line although white space is preserved.
    '& wbr': { display: 'none' },
  },
} as const;

const recordStyle = {
  minWidth: 0,
  display: { xs: 'contents', sm: 'block' },
  [inOneLine]: { display: 'flex' },
  gap: 1.5,
  alignItems: 'baseline',
} as const;

/** The name of a record, which opens it, and the values that identify it. */
function RecordFacts({ entity, queue, record, onOpen }: Omit<Props, 'asking' | 'gone'>) {
  const shown = queue.shows.filter((one) => hasValue(entity, one, record));
  return (
    <Box sx={recordStyle}>
      <RecordName entity={entity} record={record} onOpen={onOpen} />
      <Typography component="div" variant="body2" color="text.secondary" sx={factsStyle}>
        {shown.map((one, index) => (
          <Fragment key={one}>
            {index > 0 && <span>{' · '}</span>}
            <Fact entity={entity} name={one} record={record} />
          </Fragment>
        ))}
      </Typography>
    </Box>
  );
}

/** What was made of a record in its row, and the height of the question, which stays empty so that no row moves. */
interface Result {
  readonly done: Label | undefined;
  readonly height: number;
}

/**
 * The main button that gets the focus when a row is done: with the keyboard that of the next waiting row, otherwise that
 * of the row itself, so that the page does not move.
 */
function mainButtonAfter(row: Element, byKeyboard: boolean): HTMLElement | null {
  const own = row.querySelector<HTMLElement>('[data-main]');
  if (!byKeyboard) return own;
  const waiting = '[data-main]:not([aria-disabled=true])';
  for (let next = row.nextElementSibling; next; next = next.nextElementSibling) {
    const button = next.querySelector<HTMLElement>(waiting);
    if (button) return button;
  }
  return own;
}

/** A waiting record, with its waiting time, its actions, and the question before one of these. */
export function QueueRow(props: Props) {
  const { entity, queue, record, onOpen, gone, asking } = props;
  const [asked, ask] = asking;
  const row = useRef<HTMLLIElement>(null);
  const [result, setResult] = useState<Result>();
  const [isSending, setSending] = useState(false);
  const { steps = [] } = queue;
  const own = useCustomRowActions(entity);
  const Custom = steps.length === 0 ? own : undefined;
  const canAct = Custom !== undefined || steps.some((name) => isPermitted(entity, name));
  const current = queueActionsOf(entity, steps, record);
  // A record whose step is done keeps its buttons, which do nothing then, so that the row keeps its height.
  const lastActions = useRef(current);
  if (current.length > 0) lastActions.current = current;
  const actions = lastActions.current;
  const isOver = gone || result !== undefined || (current.length === 0 && actions.length > 0);
  // A record that has come back, such as an issue that has failed again, may be answered again.
  const hasLeft = useRef(false);
  useEffect(() => {
    if (!gone && hasLeft.current) setResult(undefined);
    hasLeft.current = gone;
  }, [gone]);
  const since = valueAt(
    record,
    readPathOf(queue.since, fieldOf(entity, queue.since) ?? ({ kind: 'dateTime' } as never)),
  );
  const key = queueRowKey(entity, record);
  // It stays while its answer is sent, although the record is no longer in its former state.
  const isClosed = result !== undefined || (gone && !isSending);
  const question = isClosed || asked?.row !== key ? undefined : actions.find(({ step }) => step.name === asked.step);
  const open = (action: QueueAction) =>
    asksInRow(action) ? ask({ row: key, step: action.step.name }) : onOpen({ record, action });
  const cancel = () => {
    ask(undefined);
    row.current?.querySelector<HTMLElement>(`[data-step="${question?.step.name}"]`)?.focus();
  };
  const cancelOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || !question || isSending) return;
    event.stopPropagation();
    event.preventDefault();
    cancel();
  };
  const end = (byKeyboard: boolean, height: number) => {
    setResult({ done: question?.step.done, height });
    setSending(false);
    ask(undefined);
    if (row.current) moveFocus(row.current, mainButtonAfter(row.current, byKeyboard));
  };
  return (
    <Box component="li" ref={row} data-line={key} onKeyDown={cancelOnEscape} sx={canAct ? rowStyle : readOnlyRowStyle}>
      <RecordFacts {...props} />
      <Typography
        variant="body2"
        color="text.secondary"
        title={`${labelOf(entity, queue.since)} ${dateTimeText(since)}`}
        sx={sinceStyle}
      >
        {isOver ? text().queue.left(result?.done && translate(result.done)) : relativeTime(since)}
        {since ? <time dateTime={String(since)}>{minuteText(since)}</time> : null}
      </Typography>
      {canAct && (
        <Box sx={{ display: 'flex', gap: 0.5, justifyContent: 'flex-end', gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
          {actions.map((action, index) => (
            <QueueActionButton
              key={action.step.name}
              entity={entity}
              record={record}
              action={action}
              main={index === 0}
              gone={isOver}
              asked={action === question}
              onAsk={() => open(action)}
            />
          ))}
          {Custom && (
            <Suspense fallback={null}>
              <Custom record={record} queue={queue.name} />
            </Suspense>
          )}
        </Box>
      )}
      {result && <Box sx={{ gridColumn: '1 / -1' }} style={{ height: result.height }} />}
      {question && (
        <RowQuestion
          entity={entity}
          record={record}
          action={question}
          onDone={end}
          onCancel={cancel}
          onSend={setSending}
        />
      )}
    </Box>
  );
}
