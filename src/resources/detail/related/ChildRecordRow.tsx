import EditOutlined from '@mui/icons-material/EditOutlined';
import { Box, Skeleton } from '@mui/material';
import { type KeyboardEvent, Suspense, useRef, useState } from 'react';
import { RecordContextProvider } from 'react-admin';
import { type Entity, fieldOf } from '../../../../contract/schema/entity.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { moveFocus } from '../../../ui/keyboard/moveFocus.ts';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import { RowActions, useHasEditableInputs } from '../../actions/RowActions.tsx';
import { RowIcon } from '../../actions/RowIcon.tsx';
import { useClockTick } from '../../actions/useClockTick.ts';
import { useDialogSlots } from '../../dialogSlots.ts';
import type { FormOptions } from '../../form/entityFields.ts';
import { kindViews } from '../../kinds/index.ts';
import { Cell, labelOf, nameOf } from '../../values/Cell.tsx';
import { DescriptionList } from '../../values/DescriptionList.tsx';
import { useRecord } from '../../values/FieldLines.tsx';

interface Props {
  entity: Entity;
  /** The columns of a child; the first one links to its detail. */
  columns: readonly string[];
  record: RecordData;
  options: FormOptions;
  onOpen: (id: number) => void;
}

/** Escape closes only the form, not the dialog around the section. */
export const closeOnEscape = (onClose: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.stopPropagation();
  onClose();
};

/**
 * The edit form of a child, in its place. It starts with a freshly fetched record, since lists do not contain all
 * fields.
 */
function InlineEdit({
  entity,
  id,
  options,
  onClose,
}: Pick<Props, 'entity' | 'options'> & { id: number; onClose: () => void }) {
  const { InlineForm } = useDialogSlots();
  const [opened] = useState(Date.now);
  const { data, dataUpdatedAt, error, refetch } = useRecord(entity.name, id);
  const [record, setRecord] = useState<RecordData>();
  if (data && dataUpdatedAt >= opened && !record) setRecord(data);
  const reload = async () => setRecord((await refetch()).data ?? record);
  if (!record) return error ? <LoadFailed onRetry={() => refetch()} /> : <Skeleton variant="rounded" height={64} />;
  return <InlineForm entity={entity} options={options} record={record} onClose={onClose} onReload={reload} />;
}

/** The name of a child, which leads to its detail, and its other values below their labels. */
function ChildValues({ entity, columns, record, onOpen }: Omit<Props, 'options'>) {
  const [first = 'id', ...others] = columns;
  const lines = others.map((name) => {
    const kind = fieldOf(entity, name)?.kind;
    return {
      label: labelOf(entity, name),
      value: <Cell entity={entity} name={name} record={record} />,
      wide: kind !== undefined && kindViews[kind].isWide,
    };
  });
  return (
    <Box
      sx={{
        flex: '1 1 220px',
        minWidth: 0,
        overflowWrap: 'anywhere',
        whiteSpace: 'pre-line',
        typography: 'body2',
        '& > a': {
          color: 'inherit',
          fontWeight: 600,
          textDecoration: 'none',
          '&:hover': { textDecoration: 'underline' },
        },
      }}
    >
      <a
        href={`/${entity.name}/${record.id}/show`}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(record.id);
        }}
      >
        <Cell entity={entity} name={first} record={record} />
      </a>
      {lines.length > 0 && (
        <Box sx={{ mt: 0.5, '& > dl': { rowGap: 0.75 } }}>
          <DescriptionList lines={lines} />
        </Box>
      )}
    </Box>
  );
}

/** A child in the section of its parent: its values, its actions, and its edit form in the same place. */
export function ChildRecordRow({ entity, columns, record, options, onOpen }: Props) {
  useClockTick(entity);
  const [isEdited, setEdited] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const hasInputs = useHasEditableInputs(entity, options);
  const close = () => {
    setEdited(false);
    moveFocus(item.current, item.current);
  };
  return (
    <Box
      component="li"
      ref={item}
      tabIndex={-1}
      sx={{ py: 1, borderTop: 1, borderColor: 'divider', display: 'flex', flexWrap: 'wrap', gap: 1 }}
      {...(isEdited && { 'data-escape': true, onKeyDown: closeOnEscape(close) })}
    >
      <RecordContextProvider value={record}>
        {isEdited ? (
          <Box sx={{ flex: 1, minWidth: 0, pt: 1 }}>
            <Suspense fallback={<Skeleton variant="rounded" height={64} />}>
              <InlineEdit entity={entity} id={record.id} options={options} onClose={close} />
            </Suspense>
          </Box>
        ) : (
          <>
            <ChildValues entity={entity} columns={columns} record={record} onOpen={onOpen} />
            <Box sx={{ flex: 'none' }}>
              {hasInputs && isPermitted(entity, 'edit', record) && (
                <RowIcon action={text().actions.edit} name={nameOf(entity, record)} onClick={() => setEdited(true)}>
                  <EditOutlined fontSize="small" />
                </RowIcon>
              )}
              <RowActions entity={entity} record={record} options={undefined} />
            </Box>
          </>
        )}
      </RecordContextProvider>
    </Box>
  );
}
