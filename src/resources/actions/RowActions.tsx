import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import EditOutlined from '@mui/icons-material/EditOutlined';
import { Button } from '@mui/material';
import { type ComponentType, memo, Suspense, useContext } from 'react';
import { writable } from '../../../contract/kinds/writable.ts';
import { nestedChildFields } from '../../../contract/relations/nestedChildren.ts';
import { hasRight } from '../../../contract/schema/access.ts';
import { namedActions } from '../../../contract/schema/action.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { entitySteps } from '../../../contract/schema/lifecycle.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { useRole, useSession } from '../../authProvider/useSession.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text, translate } from '../../i18n/text.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { useDialogSlots } from '../dialogSlots.ts';
import type { FormOptions } from '../form/entityFields.ts';
import { type RowActionProps, useOverrides } from '../overrides.ts';
import { nameOf } from '../values/Cell.tsx';
import { ActionButtons, rowButtonStyle } from './ActionButtons.tsx';
import { ExtraRowActionContext } from './ExtraRowActionContext.ts';
import { RowIcon } from './RowIcon.tsx';
import { useClockTick } from './useClockTick.ts';
import { useMayCall } from './useMayCall.ts';

/** The form options of the screen; undefined if its records have no form. */
export type RowOptions = FormOptions | undefined;

interface Props {
  entity: Entity;
  record: RecordData;
  options: RowOptions;
  card?: boolean;
}

/** The steps that the user's role may take with a record; each opens its dialog. */
export function StepButtons({ entity, record }: Pick<Props, 'entity' | 'record'>) {
  const openDialog = useOpenDialog();
  const { StepDialog } = useDialogSlots();
  const steps = entitySteps(entity).filter(({ name }) => isPermitted(entity, name, record));
  const first = steps.find(({ tone }) => tone === 'primary');
  return steps.map((step) => (
    <Button
      key={step.name}
      onClick={() =>
        openDialog((close) => (
          <StepDialog entity={entity} record={record} name={nameOf(entity, record)} step={step} onClose={close} />
        ))
      }
      {...rowButtonStyle(step.tone, step === first)}
    >
      {translate(step.label)}
    </Button>
  ));
}

/** True if the role may change at least one input of the form. Some roles may only take steps. */
export function useHasEditableInputs(entity: Entity, options: RowOptions): boolean {
  const role = useRole();
  const ownFields = role ? writable(entity, role, 'edit') : {};
  const hasChildren = Object.keys(nestedChildFields(entity, [role], 'edit')).length > 0;
  return options?.form.flat().some((name) => hasChildren || (name.split('.')[0] ?? '') in ownFields) ?? false;
}

/** The custom row buttons from the overrides, if the user may call what they call. */
export function useCustomRowActions(entity: Entity): ComponentType<RowActionProps> | undefined {
  const { rowActions, rowActionsCall } = useOverrides(entity.name);
  return useMayCall(rowActionsCall) ? rowActions : undefined;
}

/** True if the role may have an action on some row, judged from the declaration and the overrides alone. */
export function useHasRowActions(entity: Entity, options: RowOptions): boolean {
  const role = useRole();
  const { stepsInDetail } = useOverrides(entity.name);
  const own = useCustomRowActions(entity);
  const extra = useContext(ExtraRowActionContext);
  const hasInputs = useHasEditableInputs(entity, options);
  const steps = stepsInDetail ? [] : entitySteps(entity);
  return (
    extra !== undefined ||
    own !== undefined ||
    [...steps, ...namedActions(entity)].some(({ roles }) => roles.includes(role)) ||
    (hasInputs && hasRight(entity.access, 'edit', role)) ||
    hasRight(entity.access, 'remove', role)
  );
}

/**
 * The actions that the role may take with a record, decided from the contract without a request. A card shows only
 * those that advance the record; editing and deleting are in the record, which the card opens.
 */
export const RowActions = memo(function RowActions({ entity, record, options, card = false }: Props) {
  useClockTick(entity);
  const openDialog = useOpenDialog();
  const { EditForm, RemoveDialog } = useDialogSlots();
  const { stepsInDetail, isRemovable } = useOverrides(entity.name);
  const Custom = useCustomRowActions(entity);
  const caller = useSession()?.user.id ?? 0;
  const hasInputs = useHasEditableInputs(entity, options);
  const Extra = useContext(ExtraRowActionContext);
  const name = nameOf(entity, record);
  return (
    <>
      {Custom && (
        <Suspense fallback={null}>
          <Custom record={record} inList />
        </Suspense>
      )}
      <ActionButtons entity={entity} record={record} />
      {!stepsInDetail && <StepButtons entity={entity} record={record} />}
      {!card && options && hasInputs && isPermitted(entity, 'edit', record) && (
        <RowIcon
          action={text().actions.edit}
          name={name}
          onClick={() =>
            openDialog((close) => <EditForm entity={entity} options={options} id={record.id} onClose={close} />)
          }
        >
          <EditOutlined fontSize="small" />
        </RowIcon>
      )}
      {!card && isPermitted(entity, 'remove', record) && isRemovable?.(record, caller) !== false && (
        <RowIcon
          action={text().actions.remove}
          name={name}
          onClick={() =>
            openDialog((close) => <RemoveDialog entity={entity} record={record} name={name} onClose={close} />)
          }
        >
          <DeleteOutlined fontSize="small" />
        </RowIcon>
      )}
      {Extra && <Extra record={record} />}
    </>
  );
});
