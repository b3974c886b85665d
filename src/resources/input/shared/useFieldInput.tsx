import type { ReactNode } from 'react';
import { useInput, ValidationError } from 'react-admin';
import { translateMessage } from '../../../../contract/messages/catalogue.ts';
import { fieldOf } from '../../../../contract/schema/entity.ts';
import type { Field } from '../../../../contract/schema/field/field.ts';
import { mustBeFilled } from '../../../../contract/schema/field/required.ts';
import { language } from '../../../i18n/language.ts';
import { translate } from '../../../i18n/text.ts';
import { useResourceEntity } from '../../ContractContext.ts';
import type { FieldInputProps } from '../../slotTypes.ts';
import { LockHint } from './LockHint.tsx';
import { useIsMessageDue } from './NewRow.tsx';

const unknownField: Field = { kind: 'text', label: { en: '', zh: '' } };

/** The declaration of the input: its own, or that of the field of the current resource. */
export function useDeclaredField({ field, source }: FieldInputProps): Field {
  const entity = useResourceEntity();
  return field ?? (entity && fieldOf(entity, source)) ?? unknownField;
}

/** The message, or its key, of an input's error in the form's state. */
export const errorMessage = (error: unknown): string | undefined => {
  const found = error as { message?: unknown; root?: { message?: unknown } } | undefined;
  const message = found?.message ?? found?.root?.message;
  return typeof message === 'string' && message !== '' ? message : undefined;
};

interface FieldInputOptions {
  format?: (value: unknown) => unknown;
  parse?: (value: never) => unknown;
  /** Completes a message with context that only the input has, before it is translated. */
  formatMessage?: (message: string) => string;
}

const unchanged = (value: unknown) => value;
const sameMessage = (message: string) => message;

/** The text below an input: its error, its hint, or a space that reserves the line. */
export const helperText = (error: string | undefined, hint: ReactNode): ReactNode => {
  if (!error) return hint ?? ' ';
  return <ValidationError error={translateMessage(error, language())} />;
};

/** The hint of a field; at a locked one, what sets it. */
function hintOf(field: Field, disabled = false): ReactNode {
  if (disabled && field.environment !== undefined) return <LockHint field={field} />;
  return field.hint ? translate(field.hint) : undefined;
}

/**
 * A declared field as a react-admin input: its value and handlers (react-hook-form's), its label, and the text below
 * it. `format` and `parse` convert between the form's value and the shown one.
 */
export function useFieldInput(
  props: FieldInputProps,
  { format = unchanged, parse = unchanged, formatMessage = sameMessage }: FieldInputOptions = {},
) {
  const declared = useDeclaredField(props);
  const { parse: parseInput = unchanged } = props;
  const { field, fieldState, formState } = useInput({
    source: props.source,
    format,
    parse: (value: unknown) => parseInput((parse as (value: unknown) => unknown)(value)),
    ...(props.onChange && { onChange: props.onChange }),
  });
  const isMessageDue = useIsMessageDue(fieldState.isTouched, formState);
  const error = isMessageDue ? errorMessage(fieldState.error) : undefined;
  return {
    declared,
    input: field,
    invalid: error !== undefined,
    below: helperText(error && formatMessage(error), props.hint ?? hintOf(declared, props.disabled)),
    label: props.label ?? translate(declared.label),
    required: mustBeFilled(declared),
    disabled: props.disabled ?? false,
    name: props.name ?? props.source,
  };
}

export type FieldState = ReturnType<typeof useFieldInput>;

const noValues: readonly unknown[] = [];

/** The values of an input with several values. */
export const listValues = ({ input }: FieldState): readonly unknown[] =>
  Array.isArray(input.value) ? input.value : noValues;
