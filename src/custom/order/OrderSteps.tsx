import { Box, Button, Paper, Typography } from '@mui/material';
import { useMemo, useRef } from 'react';
import { Form } from 'react-admin';
import { useFormContext, useFormState } from 'react-hook-form';
import { order as declaration } from '../../../contract/entities/order.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { type NamedTransition, transitionsOf } from '../../../contract/schema/lifecycle.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { bodyOf } from '../../dataProvider/forms/body.ts';
import { useIdempotencyKeys } from '../../dataProvider/http/idempotency.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text, translate } from '../../i18n/text.ts';
import { useStep } from '../../resources/actions/useStep.ts';
import { useRecordPlace } from '../../resources/detail/record/RecordContext.ts';
import { useDialogSlots } from '../../resources/dialogSlots.ts';
import { FormReport, useSubmit } from '../../resources/form/DialogForm.tsx';
import { enteredOf } from '../../resources/form/enteredValues.ts';
import { useFirstFocus } from '../../resources/form/useFirstFocus.ts';
import { contractResolver } from '../../resources/formState/contractResolver.ts';
import { FieldInput } from '../../resources/input/FieldInput.tsx';
import { nameOf } from '../../resources/values/Cell.tsx';
import { settle, settlingStyle } from '../../ui/clickGuard.ts';
import { useOpenDialog } from '../../ui/dialog/DialogHost.tsx';
import { AssignPeriod, Period } from './Period.tsx';

const entity: Entity = declaration;

/** The steps that the present session may take with an order. */
export const stepsOf = (order: RecordData): NamedTransition[] =>
  transitionsOf(declaration.lifecycle as never).filter(({ name }) => isPermitted('order', name, order));

/** The step that moves an order on; beside it stand those that end it. */
export const onwardOf = (steps: readonly NamedTransition[]) => steps.find(({ tone }) => tone !== 'danger');

/** The form asks for a step, and holds nothing of the record around but what the step begins with. */
const nothing = {};

interface Props {
  /** As it is now. */
  order: RecordData;
  onDone: () => void;
}

/** What decides an order, in one form with what it needs (R-ODLG-05 to R-ODLG-09); nothing where no step moves it on. */
export function OrderSteps({ order, onDone }: Props) {
  const notice = useNotice();
  const take = useStep(entity);
  const keyFor = useIdempotencyKeys();
  const steps = stepsOf(order);
  const onward = onwardOf(steps);
  const fields = onward?.input;
  const submit = useSubmit(async (values) => {
    if (!onward) return;
    const input = enteredOf(bodyOf(onward.input ?? {}, values));
    await take(order, onward, input, keyFor([onward.name, input]));
    notice.success(text().done.operation);
    onDone();
  });
  const resolver = useMemo(() => contractResolver(fields ?? {}), [fields]);
  const place = useRef<HTMLDivElement>(null);
  // Beside its list an order is read by keys first, which would be typed into an input.
  const isBeside = useRecordPlace() !== undefined;
  useFirstFocus(place, !isBeside);
  if (!onward) return null;
  const { assign_period = null, use_period = null } = order;
  return (
    <Form
      noValidate
      mode="onTouched"
      disableInvalidFormNotification
      resolver={resolver}
      record={nothing}
      defaultValues={{ assign_period, use_period, comment: null }}
      onSubmit={submit}
    >
      <FormReport part="steps" />
      <Paper ref={place} variant="outlined" sx={{ p: 2, display: 'grid', gap: 2, bgcolor: 'background.default' }}>
        {fields && (
          <Typography component="h3" variant="h3">
            {onward.name === 'approve' ? text().order.approveTitle : text().order.confirmTitle}
          </Typography>
        )}
        {fields && <StepInputs fields={fields} />}
        <Box ref={settle} sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end', ...settlingStyle }}>
          {steps
            .filter((step) => step !== onward)
            .map((step) => (
              <EndingOfForm key={step.name} order={order} step={step} onDone={onDone} />
            ))}
          <OnwardButton step={onward} />
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
          <AssignPeriod source="assign_period" field={assign_period} />
          <Period source="use_period" field={use_period} />
        </Box>
      )}
      <FieldInput source="comment" field={comment} label={text().order.reason} />
    </>
  );
}

/** Takes the order on. It is no default of the form, so that no Enter decides. */
function OnwardButton({ step }: { step: NamedTransition }) {
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

interface EndingProps extends Props {
  step: NamedTransition;
  /** What was begun to be said. */
  comment?: () => unknown;
}

/** Opens the question of a step that ends the order, with the comment that was begun. */
function EndingButton({ order, step, comment, onDone }: EndingProps) {
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

/** The same within the form, whose comment it begins with. */
function EndingOfForm(props: EndingProps) {
  const { getValues } = useFormContext();
  return <EndingButton {...props} comment={() => getValues('comment')} />;
}

/** The steps that end an order, where none moves it on. */
export function OrderEndings(props: Props) {
  const steps = stepsOf(props.order);
  if (onwardOf(steps)) return null;
  return steps.map((step) => <EndingButton key={step.name} {...props} step={step} />);
}
