import { Box, Button, type ButtonProps } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import { namedActions } from '../../../../contract/schema/action.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { lifecycleSteps, type NamedStep } from '../../../../contract/schema/lifecycle.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import { useSession } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/RecordData.ts';
import { text, translate } from '../../../i18n/text.ts';
import { clickGuardStyle, guardClicks } from '../../../ui/clickGuard.ts';
import { useDialogFrame } from '../../../ui/dialog/DialogFrameContext.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { lazyChunk } from '../../../ui/lazyChunk.ts';
import { ActionButton } from '../../actions/ActionButtons.tsx';
import { type RowOptions, useCustomRowActions, useHasEditableInputs } from '../../actions/RowActions.tsx';
import { AsTextButtons } from '../../actions/RowIcon.tsx';
import { useClockTick } from '../../actions/useClockTick.ts';
import { useDialogSlots } from '../../dialogSlots.ts';
import { useOverrides } from '../../overrides.ts';
import { nameOf } from '../../values/Cell.tsx';
import { InUsePlaceholder } from './InUsePlaceholder.tsx';
import { useRecordDrawer } from './RecordDrawerContext.ts';
import { RefusedButton } from './RefusedButton.tsx';

interface Props {
  entity: Entity;
  record: RecordData;
  options: RowOptions;
  /** Further buttons, before the one that deletes the record. */
  children?: ReactNode;
}

type Tone = 'primary' | 'danger' | undefined;

/**
 * The look of a button: the first step that advances the record is filled, one that ends it is red, the others are
 * outlined.
 */
function buttonStyle(tone: Tone, isFirst: boolean): ButtonProps {
  if (tone === 'danger') return { variant: 'outlined', color: 'error' };
  return tone === 'primary' && isFirst ? { variant: 'contained', color: 'primary' } : { variant: 'outlined' };
}

/** After a step by keyboard shortcut, opens the next waiting record; after a click, the record stays open. */
function useAfterStep(): () => void {
  const drawer = useRecordDrawer();
  return () => {
    if (drawer?.opensNext.current) drawer.openNextWaiting();
  };
}

function StepButton({
  entity,
  record,
  step,
  look,
}: Omit<Props, 'options' | 'children'> & { step: NamedStep; look: object }) {
  const openDialog = useOpenDialog();
  const { StepDialog } = useDialogSlots();
  const onDone = useAfterStep();
  const open = () =>
    openDialog((close) => (
      <StepDialog
        entity={entity}
        record={record}
        name={nameOf(entity, record)}
        step={step}
        onClose={close}
        onDone={onDone}
      />
    ));
  return (
    <Button onClick={open} {...look}>
      {translate(step.label)}
    </Button>
  );
}

/** The button that opens the edit form, if the role may change at least one field. */
function EditButton({ entity, record, options }: Omit<Props, 'children'>) {
  const openDialog = useOpenDialog();
  const { EditForm } = useDialogSlots();
  const hasInputs = useHasEditableInputs(entity, options);
  if (!options || !hasInputs) return null;
  if (!isPermitted(entity, 'edit', record))
    return (
      <RefusedButton entity={entity} record={record} action="edit">
        {text().actions.edit}
      </RefusedButton>
    );
  const open = () =>
    openDialog((close) => <EditForm entity={entity} options={options} id={record.id} onClose={close} />);
  return (
    <Button variant="outlined" onClick={open}>
      {text().actions.edit}
    </Button>
  );
}

const InUseNotice = lazyChunk(() => import('./InUseNotice.tsx').then((found) => ({ default: found.InUseNotice })));

/** True if the caller could delete the record if nothing used it. */
function useIsBlockedByUse(entity: Entity, record: RecordData): boolean {
  const { isRemovable } = useOverrides(entity.name);
  const caller = useSession()?.user.id ?? 0;
  if (record['in_use'] !== true || isRemovable?.(record, caller) === false) return false;
  return isPermitted(entity, 'remove', { ...record, in_use: false });
}

function RemoveButton({ entity, record }: Pick<Props, 'entity' | 'record'>) {
  const openDialog = useOpenDialog();
  const { RemoveDialog } = useDialogSlots();
  const { isRemovable } = useOverrides(entity.name);
  const caller = useSession()?.user.id ?? 0;
  const drawer = useRecordDrawer();
  const frame = useDialogFrame();
  if (isRemovable?.(record, caller) === false) return null;
  if (!isPermitted(entity, 'remove', record))
    return (
      <RefusedButton entity={entity} record={record} action="remove" look={{ variant: 'text', color: 'error' }}>
        {text().actions.remove}
      </RefusedButton>
    );
  const name = nameOf(entity, record);
  const open = () =>
    openDialog((close) => (
      <RemoveDialog
        entity={entity}
        record={record}
        name={name}
        onClose={close}
        onDone={drawer?.closeAtOnce ?? frame.close}
      />
    ));
  return (
    <Button color="error" onClick={open}>
      {text().actions.remove}
    </Button>
  );
}

/** The steps that are offered in the row of buttons. */
function useSteps(entity: Entity): NamedStep[] {
  const { stepsInDetail } = useOverrides(entity.name);
  return stepsInDetail || !entity.lifecycle ? [] : lifecycleSteps(entity.lifecycle);
}

/** The steps and actions that the role may take now. */
function useOfferedActions(entity: Entity, record: RecordData) {
  const { actionsElsewhere = [] } = useOverrides(entity.name);
  const steps = useSteps(entity);
  const actions = namedActions(entity).filter(({ name }) => !actionsElsewhere.includes(name));
  return [...steps.map((step) => ({ step, ...step })), ...actions.map((action) => ({ action, ...action }))].filter(
    ({ name }) => isPermitted(entity, name, record),
  );
}

const rowStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  mb: 2.5,
  alignItems: 'center',
  '&:empty': { display: 'none' },
  ...clickGuardStyle,
} as const;

/** The actions of a record, above its values (D1): those that advance it come first, those that end it last. */
export function RecordActions({ entity, record, options, children }: Props): ReactNode {
  useClockTick(entity);
  const Custom = useCustomRowActions(entity);
  const offers = useOfferedActions(entity, record);
  const steps = useSteps(entity);
  const first = offers.find(({ tone }) => tone === 'primary');
  const onDone = useAfterStep();
  const isInUse = useIsBlockedByUse(entity, record);
  const button = (offer: (typeof offers)[number]) => {
    const look = { ...buttonStyle(offer.tone, offer === first), ...(offer === first && { 'data-primary': true }) };
    if ('step' in offer)
      return <StepButton key={offer.name} entity={entity} record={record} step={offer.step} look={look} />;
    return (
      <ActionButton
        key={offer.name}
        entity={entity}
        record={record}
        action={offer.action}
        look={look}
        onDone={onDone}
      />
    );
  };
  const buttonsOfTone = (tone: Tone) => offers.filter((offer) => offer.tone === tone).map(button);
  return (
    <>
      <Box ref={guardClicks} sx={rowStyle}>
        {buttonsOfTone('primary')}
        {Custom && (
          <Suspense fallback={null}>
            <AsTextButtons look="outlined">
              <Custom record={record} />
            </AsTextButtons>
          </Suspense>
        )}
        {buttonsOfTone(undefined)}
        {[...steps, ...namedActions(entity)].map(({ name, label, tone }) => (
          <RefusedButton key={name} entity={entity} record={record} action={name} look={buttonStyle(tone, false)}>
            {translate(label)}
          </RefusedButton>
        ))}
        <EditButton entity={entity} record={record} options={options} />
        {buttonsOfTone('danger')}
        {children}
        <RemoveButton entity={entity} record={record} />
      </Box>
      {isInUse && (
        <Suspense fallback={<InUsePlaceholder />}>
          <InUseNotice entity={entity} record={record} />
        </Suspense>
      )}
    </>
  );
}
