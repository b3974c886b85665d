import { Box } from '@mui/material';
import { type Entity, fieldOf, fieldValue } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { nameOf } from '../../values/Cell.tsx';

interface Props {
  entity: Entity;
  record: RecordData;
  addressOf: (id: number) => string;
  onOpen: (id: number) => void;
  isOpen: boolean;
  /** The time of day before the title, if any. */
  time?: string;
  /** The values that follow the title, if any are to. */
  details?: string;
  /** Whether Tab reaches it; in a grid only on the current day. */
  tabIndex?: number;
  /** What of a record that lasts for several days is drawn here; by default it is on one day alone. */
  part?: RecordPart;
}

/** A day of a record that lasts for several. */
export interface RecordPart {
  /** True where the title is: on the first day, and on the first of each week. */
  readonly isTitled: boolean;
  /** True if the record goes on from the day before. */
  readonly isBegun: boolean;
  /** True if the record goes on to the next day. */
  readonly goesOn: boolean;
  /** The number of days, from this one on, on which the record is in the same line of the grid: those of its title. */
  readonly days: number;
}

/** The colour of a record's state, if its lifecycle has colours. */
function toneOf(entity: Entity, record: RecordData): string {
  const name = entity.lifecycle?.field ?? '';
  const value = fieldValue(entity, name, record);
  return fieldOf(entity, name)?.choices?.find(({ id }) => id === value)?.tone ?? 'info';
}

const linkStyle = {
  maxWidth: '100%',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  textDecoration: 'none',
  minHeight: { xs: 44, sm: 0 },
  alignContent: 'center',
  '&:hover': { textDecoration: 'underline' },
  '&:focus-visible': { outline: '2px solid var(--focus)', outlineOffset: 1 },
  '&[aria-current=true]': { outline: '1px solid currentColor' },
  '@media print': { whiteSpace: 'normal' },
} as const;

const wholePart: RecordPart = { isTitled: true, isBegun: false, goesOn: false, days: 1 };

/** A bar reaches the edges of its day, in pixels, where the record goes on beyond it. */
const edge = '-5px';
const partStyle = ({ isBegun, goesOn }: RecordPart) => ({
  ...(isBegun && { ml: edge, borderTopLeftRadius: 0, borderBottomLeftRadius: 0 }),
  ...(goesOn && { mr: edge, borderTopRightRadius: 0, borderBottomRightRadius: 0 }),
  ...((isBegun || goesOn) && { maxWidth: 'none' }),
});

/** The title is as long as the bar: the parts on the other days have the width of this one. */
const titleWidth = ({ days }: RecordPart): string => `calc(${days * 100}% + ${(days - 1) * 14 - 4}px)`;
const titleStyle = {
  display: 'block',
  position: 'relative',
  zIndex: 1,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
} as const;

/** A record on a day: its title in the colour of its state, as a link that opens it here or in a new tab. */
export function RecordLink({
  entity,
  record,
  addressOf,
  onOpen,
  isOpen,
  time = '',
  details = '',
  tabIndex,
  part = wholePart,
}: Props) {
  const called = [time, nameOf(entity, record)].filter(Boolean).join(' ');
  const name = [called, details].filter(Boolean).join(' · ');
  const isLong = part.isTitled && part.days > 1;
  return (
    <Box
      component="a"
      href={addressOf(record.id)}
      className={`choice ${toneOf(entity, record)}`}
      title={name}
      aria-label={part.isTitled ? undefined : name}
      aria-current={isOpen || undefined}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(record.id);
      }}
      sx={[linkStyle, partStyle(part), isLong && { overflow: 'visible' }]}
    >
      {isLong ? (
        <Box component="span" sx={titleStyle} style={{ width: titleWidth(part) }}>
          {name}
        </Box>
      ) : part.isTitled ? (
        name
      ) : (
        '\u00a0'
      )}
    </Box>
  );
}
