import LinkOff from '@mui/icons-material/LinkOff';
import { type ComponentType, useMemo } from 'react';
import { useRecordContext } from 'react-admin';
import { hasRight } from '../../../../contract/schema/access.ts';
import { type Entity, mayWrite } from '../../../../contract/schema/entity.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import { useRole } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text } from '../../../i18n/text.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { RowIcon } from '../../actions/RowIcon.tsx';
import { type Join, useDialogSlots } from '../../dialogSlots.ts';
import type { RowActionProps } from '../../overrides.ts';
import { nameOf } from '../../values/Cell.tsx';
import { isExcluded } from './isExcluded.ts';

/** The entity that stores such a set, if the user's role may edit the set. */
function useJoinedEntity({ entity, by }: Join): Entity | undefined {
  const role = useRole();
  const field = entity.fields[by];
  const isOpen = hasRight(entity.access, 'edit', role) && !entity.without?.includes('edit');
  return field?.joined && isOpen && mayWrite(field, role, 'edit')
    ? entity.contract.entity(field.items?.to ?? '')
    : undefined;
}

/** Opens the dialog that adds an existing record to the current one; undefined if that is not possible. */
export function useAddExisting({ entity, by }: Join): (() => void) | undefined {
  const openDialog = useOpenDialog();
  const { JoinDialog } = useDialogSlots();
  const record = useRecordContext<RecordData>();
  const holder = useJoinedEntity({ entity, by });
  if (!holder || !record) return undefined;
  if (isExcluded(holder, record, entity.fields[by]?.items?.where)) return undefined;
  const name = nameOf(holder, record);
  return () =>
    openDialog((close) => <JoinDialog entity={entity} by={by} holder={record.id} name={name} onClose={close} />);
}

/** The row action that removes a row from the set of the current record; undefined if the role may not. */
export function useRemoveFromSet({ entity, by }: Join): ComponentType<RowActionProps> | undefined {
  const openDialog = useOpenDialog();
  const { UnjoinDialog } = useDialogSlots();
  const parent = useRecordContext<RecordData>();
  const holder = useJoinedEntity({ entity, by });
  const [id, name] = [parent?.id, holder && parent ? nameOf(holder, parent) : ''];
  return useMemo(() => {
    if (!holder || id === undefined) return undefined;
    return function Part({ record }: RowActionProps) {
      if (!isPermitted(entity, 'edit', record)) return null;
      const open = () =>
        openDialog((close) => (
          <UnjoinDialog entity={entity} by={by} name={name} record={record} holder={id} onClose={close} />
        ));
      return (
        <RowIcon action={text().actions.takeOut} name={nameOf(entity, record)} onClick={open}>
          <LinkOff fontSize="small" />
        </RowIcon>
      );
    };
  }, [entity, by, holder, id, name, openDialog, UnjoinDialog]);
}
