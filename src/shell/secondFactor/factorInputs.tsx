import { TextInput } from '../../resources/input/scalars/TextInput.tsx';
import type { FieldInputProps } from '../../resources/slotTypes.ts';
import { factorTexts } from './factorTexts.ts';

const Password = (props: FieldInputProps) => (
  <TextInput {...props} label={factorTexts().password} autoComplete="current-password" autoFocus />
);

/** A code is read from another device, so it is typed visibly. */
const codeInput = (labelOf: () => string) => (props: FieldInputProps) => (
  <TextInput
    {...props}
    {...(props.field && { field: { ...props.field, secret: false } })}
    label={labelOf()}
    autoComplete="one-time-code"
    autoFocus
  />
);

/** An input for one's own password. */
export const passwordInputs = { password: Password };

/** Inputs for a code of the app. */
export const codeInputs = { code: codeInput(() => factorTexts().code) };

/** Inputs for a code of the app, or a recovery code. */
export const anyCodeInputs = { code: codeInput(() => factorTexts().anyCode) };
