import { Box } from '@mui/material';
import { type ReactNode, useMemo } from 'react';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { bodyFromValues } from '../../dataProvider/forms/body.ts';
import { useIdempotencyKeys } from '../../dataProvider/http/idempotency.ts';
import { questionWidth } from '../../ui/dialog/AppDialog.tsx';
import { WithCodes } from '../../ui/WithCodes.tsx';
import { useContract } from '../ContractContext.ts';
import { FieldInputs } from '../form/FieldInputs.tsx';
import { FollowDefaults } from '../form/FollowDefaults.tsx';
import { contractResolver, type FormValues, type InputMessages, shownForm } from '../formState/contractResolver.ts';
import { defaultValues } from '../formState/defaultValues.ts';
import { failureAtInputs } from '../formState/formMessages.ts';
import { CalculatedNumbers } from '../input/shared/CalculatedNumbers.tsx';
import { kindViews } from '../kinds/index.ts';
import type { InputOverrides } from '../overrides.ts';
import { leaveText } from './dialogText.ts';
import { FormDialog } from './FormDialog.tsx';

interface Props {
  title: string;
  /** The text of the submit button. */
  action: string;
  danger?: boolean | undefined;
  fields: Fields;
  /** The names of the inputs in each row. */
  rows?: readonly (readonly string[])[] | undefined;
  /** Custom inputs, by field. */
  inputs?: InputOverrides | undefined;
  start?: FormValues | undefined;
  width?: number | undefined;
  /** True if only its two buttons close the dialog; the one that closes it has the text `leave`. */
  stays?: boolean | undefined;
  leave?: string | undefined;
  /** The submit button is disabled until this is true for the entered values. */
  isReady?: ((values: FormValues) => boolean) | undefined;
  /** Validation that only the form can do, for example of a repeated password. */
  more?: ((values: FormValues) => InputMessages) | undefined;
  /** The names of the fields that are required for the entered values, besides those that always are. */
  requiredIn?: ((values: FormValues) => ReadonlySet<string>) | undefined;
  /** Shown above the inputs, or in their place if there are none. */
  question?: ReactNode;
  /**
   * The purpose of the dialog and its record, by which what is typed survives a reload; without it, nothing
   * does.
   */
  draft?: string | undefined;
  /** Sends the body, with a key that is the same for the same body (C21). */
  send: (body: Record<string, unknown>, idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
}

/** True if the only inputs are comments: the dialog is then as narrow as a question. */
export const isCommentOnly = (fields: Fields): boolean =>
  Object.values(fields).every(({ kind }) => {
    const { input } = kindViews[kind];
    return input.as === 'text' && input.type === 'lines';
  });

/** A dialog for the declared fields of a body: it asks, validates and sends; refusals are shown at their fields. */
export function InputDialog({
  title,
  action,
  danger,
  fields,
  rows,
  inputs,
  start,
  question,
  more,
  requiredIn,
  draft,
  send,
  leave = leaveText(action),
  ...dialog
}: Props) {
  const contract = useContract();
  const keyFor = useIdempotencyKeys();
  const resolver = useMemo(() => contractResolver(fields, { more }), [fields, more]);
  const asks = Object.keys(fields).length > 0;
  const submit = (values: FormValues) => {
    const shown = shownForm(fields, values);
    const body = bodyFromValues(shown.fields, shown.values);
    return send(body, keyFor(body)).catch((failure: unknown) => {
      throw failureAtInputs(failure, fields);
    });
  };
  return (
    <FormDialog
      title={title}
      {...(!asks && { width: questionWidth })}
      submit={action}
      focusSubmit={!asks}
      danger={danger}
      resolver={resolver}
      defaultValues={defaultValues(contract, fields, start)}
      onSubmit={submit}
      {...(draft !== undefined && asks && { draft: { name: draft, fields } })}
      leave={leave}
      {...dialog}
    >
      <Box sx={{ pt: 1, display: 'grid', gap: 2 }}>
        {question && <div>{typeof question === 'string' ? <WithCodes>{question}</WithCodes> : question}</div>}
        <FollowDefaults fields={fields} all={fields} />
        {asks && <FieldInputs fields={fields} rows={rows} inputs={inputs} requiredIn={requiredIn} />}
        {asks && <CalculatedNumbers fields={fields} />}
      </Box>
    </FormDialog>
  );
}
