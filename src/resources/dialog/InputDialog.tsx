import { Box } from '@mui/material';
import { type ReactNode, useMemo } from 'react';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { bodyOf } from '../../dataProvider/body.ts';
import { useIdempotencyKeys } from '../../dataProvider/idempotency.ts';
import { text } from '../../i18n/text.ts';
import { questionWidth } from '../../ui/dialog/AppDialog.tsx';
import { FieldInputs } from '../form/FieldInputs.tsx';
import { Following } from '../form/FollowDefaults.tsx';
import { contractResolver, type Messages, shownOf, type Values } from '../formState/contractResolver.ts';
import { atInputs } from '../formState/formMessages.ts';
import { defaultValues } from '../formState/initialValues.ts';
import { kindViews } from '../kinds/index.ts';
import type { InputOverrides } from '../overrides.ts';
import { FormDialog } from './FormDialog.tsx';

interface Props {
  title: string;
  /** What the button says that sends. */
  action: string;
  danger?: boolean | undefined;
  fields: Fields;
  /** The names of the inputs that stand side by side, row by row. */
  rows?: readonly (readonly string[])[] | undefined;
  /** Inputs in place of the usual ones, by field. */
  inputs?: InputOverrides | undefined;
  start?: Values | undefined;
  width?: number | undefined;
  /** Only its own two buttons close it; the one that leaves says `leave`. */
  stays?: boolean | undefined;
  leave?: string | undefined;
  /** The button stays off until this holds for what was entered. */
  isReady?: ((values: Values) => boolean) | undefined;
  /** What only the form can know, as a repeated password. */
  more?: ((values: Values) => Messages) | undefined;
  /** Stands above the inputs, or in their place where there are none. */
  question?: ReactNode;
  /** Sends the body, with a key that is the same for the same body (C21). */
  send: (body: Record<string, unknown>, idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
}

/** A question with room for a remark is as wide as a question. */
export const isQuestion = (fields: Fields): boolean =>
  Object.values(fields).every(({ kind }) => {
    const { input } = kindViews[kind];
    return input.as === 'text' && input.type === 'lines';
  });

/** A dialog over the declared fields of a body: it asks, validates and sends; refusals stand at their fields. */
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
  send,
  // What ends something may be called “Cancel” itself.
  leave = danger ? text().actions.back : text().actions.cancel,
  ...dialog
}: Props) {
  const keyFor = useIdempotencyKeys();
  const resolver = useMemo(() => contractResolver(fields, { more }), [fields, more]);
  const asks = Object.keys(fields).length > 0;
  const submit = (values: Values) => {
    const shown = shownOf(fields, values);
    const body = bodyOf(shown.fields, shown.values);
    return send(body, keyFor(body)).catch((failure: unknown) => {
      throw atInputs(failure, fields);
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
      defaultValues={defaultValues(fields, start)}
      onSubmit={submit}
      leave={leave}
      {...dialog}
    >
      <Box sx={{ pt: 1, display: 'grid', gap: 2 }}>
        {question && <div>{question}</div>}
        <Following fields={fields} all={fields} />
        {asks && <FieldInputs fields={fields} rows={rows} inputs={inputs} />}
      </Box>
    </FormDialog>
  );
}
