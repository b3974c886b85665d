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
  /** Whether Tab reaches it; in a grid only on the current day. */
  tabIndex?: number;
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

/** A record on a day: its title in the colour of its state, as a link that opens it here or in a new tab. */
export function RecordLink({ entity, record, addressOf, onOpen, isOpen, tabIndex }: Props) {
  const name = nameOf(entity, record);
  return (
    <Box
      component="a"
      href={addressOf(record.id)}
      className={`choice ${toneOf(entity, record)}`}
      title={name}
      aria-current={isOpen || undefined}
      tabIndex={tabIndex}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onOpen(record.id);
      }}
      sx={linkStyle}
    >
      {name}
    </Box>
  );
}
