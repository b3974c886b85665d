import { Box, Button } from '@mui/material';
import { type MouseEvent, useRef } from 'react';
import { Form } from 'react-admin';
import { type FieldValues, type Resolver, useFormState } from 'react-hook-form';
import { order as declaration } from '../../../contract/entities/order.ts';
import type { Entity } from '../../../contract/entity.ts';
import type { Field, Fields } from '../../../contract/field.ts';
import { type NamedTransition, transitionsOf } from '../../../contract/lifecycle.ts';
import { daysAfter } from '../../../contract/period.ts';
import { isPermitted } from '../../authProvider/authProvider.ts';
import { useIdempotencyKeys } from '../../dataProvider/idempotency.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { text, translate } from '../../i18n/text.ts';
import { contractResolver, type Values } from '../../resources/form/contractResolver.ts';
import { FormReport, useSubmit } from '../../resources/form/DialogForm.tsx';
import { momentText } from '../../resources/format.ts';
import { FieldInput } from '../../resources/input/FieldInput.tsx';
import { useStep } from '../../resources/useStep.ts';
import { Period } from './Period.tsx';

const entity: Entity = declaration;

/** The steps that the present session may take with an order. */
export const stepsOf = (order: RecordData): NamedTransition[] =>
  transitionsOf(declaration.lifecycle as never).filter(({ name }) => isPermitted('order', name, order));

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '');

/** What was entered of what the step asks for; what was left empty is not sent, so that the order keeps what it has. */
const enteredFor = ({ input = {} }: NamedTransition, values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => name in input && !isBlank(value)));

const ends = (days: number): string => text().order.until(momentText(daysAfter(new Date(), days).toISOString()));

interface Props {
  /** As it is now. */
  order: RecordData;
  onDone: () => void;
}

/** The steps that the present role may take with an order, in one form with what they need (R-ODLG-05 to R-ODLG-09). */
export function OrderSteps({ order, onDone }: Props) {
  const notice = useNotice();
  const take = useStep(entity);
  const keyFor = useIdempotencyKeys();
  const steps = stepsOf(order);
  const chosen = useRef(steps.find(({ tone }) => tone === 'primary') ?? steps[0]);
  const submit = useSubmit(async (values) => {
    const step = chosen.current;
    if (!step) return;
    const input = enteredFor(step, values);
    await take(order, step, input, keyFor([step.name, input]));
    notice.success(text().done.operation);
    onDone();
  });
  // Each step has needs of its own: what is refused depends on the button.
  const resolver: Resolver<FieldValues> = (...form) => contractResolver(chosen.current?.input ?? {})(...form);
  if (steps.length === 0) return null;
  const { assign_period = null, use_period = null } = order;
  return (
    <Form
      noValidate
      mode="onTouched"
      disableInvalidFormNotification
      resolver={resolver}
      defaultValues={{ assign_period, use_period, comment: null }}
      onSubmit={submit}
    >
      <FormReport part="steps" />
      <Box sx={{ mt: 3, pt: 2.5, borderTop: 1, borderColor: 'divider', display: 'grid', gap: 1.5 }}>
        <StepInputs fields={Object.assign({}, ...steps.map(({ input }) => input))} />
        <StepButtons
          steps={steps}
          onChoose={(step) => {
            chosen.current = step;
          }}
        />
      </Box>
    </Form>
  );
}

function StepInputs({ fields: { assign_period, use_period, comment } }: { fields: Fields }) {
  return (
    <>
      {assign_period && use_period && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
          <Period source="assign_period" field={assign_period} note={ends} />
          <Period source="use_period" field={use_period} />
        </Box>
      )}
      <FieldInput source="comment" field={comment as Field} label={text().order.reason} />
    </>
  );
}

interface ButtonsProps {
  steps: readonly NamedTransition[];
  onChoose: (step: NamedTransition) => void;
}

/** A button for each step; none is the form's default, so that no Enter decides. */
function StepButtons({ steps, onChoose }: ButtonsProps) {
  const { isSubmitting } = useFormState();
  const send = (step: NamedTransition) => (event: MouseEvent<HTMLButtonElement>) => {
    onChoose(step);
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
      {[...steps].reverse().map((step) => (
        <Button
          key={step.name}
          variant={step.tone === 'primary' ? 'contained' : 'outlined'}
          color={step.tone === 'danger' ? 'error' : 'primary'}
          disabled={isSubmitting}
          onClick={send(step)}
        >
          {translate(step.label)}
        </Button>
      ))}
    </Box>
  );
}
