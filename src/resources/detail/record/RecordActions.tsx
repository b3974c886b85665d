import { Box, Button, type ButtonProps } from '@mui/material';
import { type ReactNode, Suspense } from 'react';
import { actionsOf } from '../../../../contract/schema/action.ts';
import type { Entity } from '../../../../contract/schema/entity.ts';
import { type NamedTransition, transitionsOf } from '../../../../contract/schema/lifecycle.ts';
import { isPermitted } from '../../../authProvider/authProvider.ts';
import { useSession } from '../../../authProvider/useSession.ts';
import type { RecordData } from '../../../dataProvider/record.ts';
import { text, translate } from '../../../i18n/text.ts';
import { settle, settlingStyle } from '../../../ui/clickGuard.ts';
import { useDialogFrame } from '../../../ui/dialog/DialogContext.ts';
import { useOpenDialog } from '../../../ui/dialog/DialogHost.tsx';
import { lazyChunk } from '../../../ui/lazyChunk.ts';
import { ActionButton } from '../../actions/ActionButtons.tsx';
import { type RowOptions, useHasInputs, useOwnActions } from '../../actions/RowActions.tsx';
import { InWords } from '../../actions/RowIcon.tsx';
import { usePassingTime } from '../../actions/useClockTick.ts';
import { useDialogSlots } from '../../dialogSlots.ts';
import { useOverrides } from '../../overrides.ts';
import { nameOf } from '../../values/Cell.tsx';
import { useRecordPlace } from './RecordContext.ts';
import { UseWaiting } from './UsagePlaceholder.tsx';

interface Props {
  entity: Entity;
  record: RecordData;
  options: RowOptions;
  /** Further buttons, of what ends the record. */
  children?: ReactNode;
}

type Tone = 'primary' | 'danger' | undefined;

/** How a button looks: what moves the record on calls, what ends it warns, the rest waits. */
function lookOf(tone: Tone, isFirst: boolean): ButtonProps {
  if (tone === 'danger') return { variant: 'outlined', color: 'error' };
  return tone === 'primary' && isFirst ? { variant: 'contained', color: 'primary' } : { variant: 'outlined' };
}

/** Goes on to the next record that waits when the step was taken by its key; else the record stays. */
function useAfterStep(): () => void {
  const place = useRecordPlace();
  return () => {
    if (place?.goesOn.current) place.goOn();
  };
}

function StepButton({
  entity,
  record,
  step,
  look,
}: Omit<Props, 'options' | 'children'> & { step: NamedTransition; look: object }) {
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

/** The way to the form of the record, for who may write something in it. */
function EditButton({ entity, record, options }: Omit<Props, 'children'>) {
  const openDialog = useOpenDialog();
  const { EditForm } = useDialogSlots();
  const hasInputs = useHasInputs(entity, options);
  if (!options || !hasInputs || !isPermitted(entity.name, 'edit', record)) return null;
  const open = () =>
    openDialog((close) => <EditForm entity={entity} options={options} id={record.id} onClose={close} />);
  return (
    <Button variant="outlined" onClick={open}>
      {text().actions.edit}
    </Button>
  );
}

const InUse = lazyChunk(() => import('./UsagePanel.tsx').then((found) => ({ default: found.InUse })));

/** Could the caller delete the record, if nothing used it? */
function useIsKept(entity: Entity, record: RecordData): boolean {
  const { isRemovable } = useOverrides(entity.name);
  const caller = useSession()?.user.id ?? 0;
  if (record['in_use'] !== true || isRemovable?.(record, caller) === false) return false;
  return isPermitted(entity.name, 'remove', { ...record, in_use: false });
}

function RemoveButton({ entity, record }: Pick<Props, 'entity' | 'record'>) {
  const openDialog = useOpenDialog();
  const { RemoveDialog } = useDialogSlots();
  const { isRemovable } = useOverrides(entity.name);
  const caller = useSession()?.user.id ?? 0;
  const place = useRecordPlace();
  const frame = useDialogFrame();
  if (!isPermitted(entity.name, 'remove', record) || isRemovable?.(record, caller) === false) return null;
  const name = nameOf(entity, record);
  const open = () =>
    openDialog((close) => (
      <RemoveDialog entity={entity} record={record} name={name} onClose={close} onDone={place?.leave ?? frame.close} />
    ));
  return (
    <Button color="error" onClick={open}>
      {text().actions.remove}
    </Button>
  );
}

/** Steps and actions that the role may take now. */
function useOffers(entity: Entity, record: RecordData) {
  const { stepsInDetail, placed = [] } = useOverrides(entity.name);
  const steps = stepsInDetail || !entity.lifecycle ? [] : transitionsOf(entity.lifecycle);
  const actions = actionsOf(entity).filter(({ name }) => !placed.includes(name));
  return [...steps.map((step) => ({ step, ...step })), ...actions.map((action) => ({ action, ...action }))].filter(
    ({ name }) => isPermitted(entity.name, name, record),
  );
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  mb: 2.5,
  alignItems: 'center',
  '&:empty': { display: 'none' },
  ...settlingStyle,
} as const;

/** What the role may do with a record now, above all else that it says (D1): what moves it on first, what ends it last. */
export function RecordActions({ entity, record, options, children }: Props): ReactNode {
  usePassingTime(entity);
  const Own = useOwnActions(entity);
  const offers = useOffers(entity, record);
  const first = offers.find(({ tone }) => tone === 'primary');
  const onDone = useAfterStep();
  const isKept = useIsKept(entity, record);
  const button = (offer: (typeof offers)[number]) => {
    const look = { ...lookOf(offer.tone, offer === first), ...(offer === first && { 'data-primary': true }) };
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
  const ofTone = (tone: Tone) => offers.filter((offer) => offer.tone === tone).map(button);
  return (
    <>
      <Box ref={settle} sx={row}>
        {ofTone('primary')}
        {Own && (
          <Suspense fallback={null}>
            <InWords look="outlined">
              <Own record={record} />
            </InWords>
          </Suspense>
        )}
        {ofTone(undefined)}
        <EditButton entity={entity} record={record} options={options} />
        {ofTone('danger')}
        {children}
        <RemoveButton entity={entity} record={record} />
      </Box>
      {isKept && (
        <Suspense fallback={<UseWaiting />}>
          <InUse entity={entity} record={record} />
        </Suspense>
      )}
    </>
  );
}
