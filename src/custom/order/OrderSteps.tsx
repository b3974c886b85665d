import { Box, Button, Paper, Typography } from '@mui/material';
import { useMemo, useRef } from 'react';
import { Form } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { entitySteps, type NamedStep } from '../../../contract/schema/lifecycle.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { bodyFromValues } from '../../dataProvider/forms/body.ts';
import { useIdempotencyKeys } from '../../dataProvider/http/idempotency.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text, translate } from '../../i18n/text.ts';
import { useStep } from '../../resources/actions/useStep.ts';
import { useContract } from '../../resources/ContractContext.ts';
import { useRecordDrawer } from '../../resources/detail/record/RecordDrawerContext.ts';
import { useDialogSlots } from '../../resources/dialogSlots.ts';
import { type DraftHandle, FormDraft } from '../../resources/draft/FormDraft.tsx';
import { FormStateReporter, keepTypedValues, useSubmitOnce } from '../../resources/form/DialogForm.tsx';
import { enteredValues } from '../../resources/form/enteredValues.ts';
import { useFirstFocus } from '../../resources/form/useFirstFocus.ts';
import { contractResolver } from '../../resources/formState/contractResolver.ts';
import { RefusalAlert } from '../../resources/formState/RefusalAlert.tsx';
import { FieldInput } from '../../resources/input/FieldInput.tsx';
import { useDoneNotice } from '../../resources/notice/useDoneNotice.tsx';
import { nameOf } from '../../resources/values/Cell.tsx';
import { clickGuardStyle, guardClicks } from '../../ui/clickGuard.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { AssignPeriodInput, UsePeriodInput } from './PeriodInput.tsx';

/** The steps that the current session may take with an order. */
export const permittedSteps = (entity: Entity, order: RecordData): NamedStep[] =>
  entitySteps(entity).filter(({ name }) => isPermitted(entity, name, order));

/** The step that moves an order on; the other steps end it. */
export const mainStepOf = (steps: readonly NamedStep[]) => steps.find(({ tone }) => tone !== 'danger');

/** The form has no values of the record around it, except those that the step begins with. */
const noRecord = {};

interface Props {
  /** The current order. */
  order: RecordData;
  onDone: () => void;
}

/**
 * The decision about an order, in one form with its inputs (R-ODLG-05 to R-ODLG-09); nothing if no step moves the order
 * on.
 */
export function OrderSteps({ order, onDone }: Props) {
  const entity = useContract().entity('order');
  const done = useDoneNotice(entity);
  const takeStep = useStep(entity);
  const keyFor = useIdempotencyKeys();
  const draft = useRef<DraftHandle>(null);
  const steps = permittedSteps(entity, order);
  const onward = mainStepOf(steps);
  const fields = onward?.input;
  const submit = useSubmitOnce(async (values) => {
    if (!onward) return;
    const input = enteredValues(bodyFromValues(onward.input ?? {}, values));
    await takeStep(order, onward, input, keyFor([onward.name, input]));
    done(order, onward);
    onDone();
  }, draft);
  const resolver = useMemo(() => contractResolver(fields ?? {}), [fields]);
  const place = useRef<HTMLDivElement>(null);
  // Beside its list, the first keys are shortcuts for the order; an input with the focus would take them.
  const isBeside = useRecordDrawer() !== undefined;
  useFirstFocus(place, !isBeside);
  if (!onward) return null;
  const { assign_period = null, use_period = null } = order;
  return (
    <Form
      noValidate
      mode="onTouched"
      disableInvalidFormNotification
      resetOptions={keepTypedValues}
      resolver={resolver}
      record={noRecord}
      defaultValues={{ assign_period, use_period, comment: null }}
      onSubmit={submit}
    >
      <FormStateReporter part="steps" />
      <RefusalAlert />
      <Paper ref={place} variant="outlined" sx={{ p: 2, display: 'grid', gap: 2, bgcolor: 'background.default' }}>
        {fields && (
          <Typography component="h3" variant="h3">
            {onward.name === 'approve' ? text().order.approveTitle : text().order.confirmTitle}
          </Typography>
        )}
        {fields && <FormDraft ref={draft} name={`${onward.name} order ${order.id}`} fields={fields} />}
        {fields && <StepInputs fields={fields} />}
        <Box ref={guardClicks} sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', ...clickGuardStyle }}>
          {steps
            .filter((step) => step !== onward)
            .map((step) => (
              <EndingStepInForm key={step.name} order={order} step={step} onDone={onDone} />
            ))}
          <MainStepButton step={onward} />
        </Box>
      </Paper>
    </Form>
  );
}

function StepInputs({ fields: { assign_period, use_period, comment } }: { fields: Fields }) {
  return (
    <>
      {assign_period && use_period && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
          <AssignPeriodInput source="assign_period" field={assign_period} />
          <UsePeriodInput source="use_period" field={use_period} />
        </Box>
      )}
      <FieldInput source="comment" field={comment} label={text().order.reason} />
    </>
  );
}

/** Takes the step that moves the order on. It is no submit button, so that Enter does not decide. */
function MainStepButton({ step }: { step: NamedStep }) {
  const { isSubmitting } = useFormState();
  return (
    <Button
      variant="contained"
      data-primary
      disabled={isSubmitting}
      onClick={(event) => event.currentTarget.form?.requestSubmit()}
    >
      {translate(step.label)}
    </Button>
  );
}

interface EndingStepProps extends Props {
  step: NamedStep;
  /** The comment entered so far. */
  comment?: () => unknown;
}

/** Opens the confirmation of a step that ends the order, with the comment entered so far. */
function EndingStepButton({ order, step, comment, onDone }: EndingStepProps) {
  const entity = useContract().entity('order');
  const openDialog = useOpenDialog();
  const { StepDialog } = useDialogSlots();
  const ask = () => {
    const start = { comment: comment?.() ?? null };
    openDialog((close) => (
      <StepDialog
        entity={entity}
        record={order}
        name={nameOf(entity, order)}
        step={step}
        start={start}
        onClose={close}
        onDone={onDone}
      />
    ));
  };
  return (
    <Button variant="outlined" color="error" aria-haspopup="dialog" onClick={ask}>
      {translate(step.label)}
    </Button>
  );
}

/** The same within the form; it takes the form's comment. */
function EndingStepInForm(props: EndingStepProps) {
  const { getValues } = useFormContext();
  return <EndingStepButton {...props} comment={() => getValues('comment')} />;
}

/** The steps that end an order, if no step moves it on. */
export function OrderEndingSteps(props: Props) {
  const steps = permittedSteps(useContract().entity('order'), props.order);
  if (mainStepOf(steps)) return null;
  return steps.map((step) => <EndingStepButton key={step.name} {...props} step={step} />);
}
