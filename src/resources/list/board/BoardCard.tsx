import DriveFileMoveOutlined from '@mui/icons-material/DriveFileMoveOutlined';
import { Box, IconButton, Tooltip } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import { type DragEvent, memo } from 'react';
import { RecordContextProvider } from 'react-admin';
import type { Entity } from '../../../../contract/schema/entity.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { WithCodes } from '../../../ui/WithCodes.tsx';
import { Cell, labelOf, nameOf } from '../../values/Cell.tsx';
import { RowLink } from '../table/RowLink.tsx';
import { useFilledFields } from '../useFilledFields.ts';

const cardStyle = ({ palette }: Theme) =>
  ({
    position: 'relative',
    p: 1.25,
    pt: 0.75,
    border: 1,
    borderColor: 'divider',
    borderRadius: 1.5,
    bgcolor: 'background.paper',
    fontSize: 13,
    lineHeight: 1.43,
    breakInside: 'avoid',
    '&[draggable=true]': { cursor: 'grab' },
    '&[data-dragged]': { opacity: 0.5 },
    '&[aria-current=true]': { borderColor: palette.secondary.main },
    '&:hover': { borderColor: palette.text.disabled },
    '& .top': { display: 'flex', alignItems: 'center', gap: 0.5, minHeight: { xs: 44, sm: 32 } },
    '& .top a': {
      flex: 1,
      minWidth: 0,
      color: 'text.primary',
      fontWeight: 650,
      textDecoration: 'none',
      overflowWrap: 'anywhere',
      // The whole card is a link to its record; other controls are layered above it.
      '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: '6px' },
      '&:focus-visible': { outline: 'none' },
      '&:focus-visible::after': { outline: '2px solid var(--focus)', outlineOffset: 1 },
    },
    '& .top button': { position: 'relative', zIndex: 1, mr: -0.5 },
    '& dl': { m: 0, display: 'grid', gap: '3px' },
    '& dl > div': { display: 'grid', gridTemplateColumns: 'minmax(64px, 36%) minmax(0, 1fr)', gap: '8px' },
    '& dt': { color: 'text.secondary', overflowWrap: 'anywhere' },
    '& dd': { m: 0, minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
    '& dd > :is(a, button)': { position: 'relative', zIndex: 1 },
  }) as const;

interface Props {
  entity: Entity;
  record: RecordData;
  /** The fields below the title; those without a value are left out. */
  fields: readonly string[];
  /** True if the session may move the card to another column. */
  isMovable: boolean;
  isOpen: boolean;
  isDragged: boolean;
  addressOf: (id: number) => string;
  onOpen: (id: number) => void;
  onDrag: (record: RecordData | undefined) => void;
  /** Opens the menu of the columns that the card may go to. */
  onMenu: (record: RecordData, anchor: HTMLElement) => void;
}

/** A record on a board: its title, a few fields, and the menu that moves it. */
export const BoardCard = memo(function Card(props: Props) {
  const { entity, record, fields, isMovable, isOpen, isDragged, addressOf, onOpen, onDrag, onMenu } = props;
  const name = nameOf(entity, record);
  const filled = useFilledFields(entity, record, fields);
  const start = (event: DragEvent<HTMLElement>) => {
    event.dataTransfer.setData('text/plain', name);
    event.dataTransfer.effectAllowed = 'move';
    // The link in the card would be dragged alone.
    event.dataTransfer.setDragImage(event.currentTarget, 16, 16);
    onDrag(record);
  };
  return (
    <RecordContextProvider value={record}>
      <Box
        component="li"
        data-card={record.id}
        data-dragged={isDragged || undefined}
        aria-current={isOpen || undefined}
        draggable={isMovable}
        {...(isMovable && { onDragStart: start, onDragEnd: () => onDrag(undefined) })}
        sx={cardStyle}
      >
        <div className="top">
          <RowLink id={record.id} addressOf={addressOf} onOpen={onOpen}>
            <WithCodes>{name}</WithCodes>
          </RowLink>
          {isMovable && (
            <Tooltip title={text().display.move}>
              <IconButton
                size="small"
                aria-label={text().display.moveCard(name)}
                aria-haspopup="menu"
                onClick={(event) => onMenu(record, event.currentTarget)}
              >
                <DriveFileMoveOutlined fontSize="small" />
              </IconButton>
            </Tooltip>
          )}
        </div>
        <dl>
          {filled.map((one) => (
            <div key={one}>
              <dt>{labelOf(entity, one)}</dt>
              <dd>
                <Cell entity={entity} name={one} record={record} />
              </dd>
            </div>
          ))}
        </dl>
      </Box>
    </RecordContextProvider>
  );
});
