import { FormControlLabel, FormHelperText, MenuItem, Switch, TextField } from '@mui/material';
import type { Field } from '../../contract/field.ts';
import { say as sayMessage } from '../../contract/message.ts';
import { language } from '../i18n/language.ts';
import { say } from '../i18n/text.ts';
import type { InputProps } from './input.ts';
import { ListInput } from './ListInput.tsx';
import { MomentInput } from './MomentInput.tsx';
import { ReferenceInput } from './ReferenceInput.tsx';

const types: Readonly<Record<string, string>> = {
  integer: 'number',
  money: 'number',
  mail: 'email',
  phone: 'tel',
};

function parse(field: Field, value: string): unknown {
  if (field.kind === 'integer' || field.kind === 'money') return value === '' ? null : Number(value);
  return value;
}

/** The input of a field by its kind; the message of a refusal stands below it. */
export function FieldInput({ name, field, value, onChange, onBlur, error, disabled, known, label }: InputProps) {
  const spoken = error ? sayMessage(error, language()) : undefined;
  const caption = label ?? say(field.label);
  if (field.kind === 'reference') {
    return (
      <ReferenceInput
        field={field}
        name={name}
        label={caption}
        value={(value as number) ?? null}
        onChange={onChange}
        onBlur={onBlur}
        required={field.required ?? false}
        error={spoken}
        disabled={disabled ?? false}
        known={known}
      />
    );
  }
  if (field.kind === 'boolean') {
    return (
      <div>
        <FormControlLabel
          control={
            <Switch
              name={name}
              checked={value === true}
              onChange={(event) => onChange(event.target.checked)}
              disabled={disabled ?? false}
              slotProps={{ input: { 'aria-invalid': Boolean(spoken) } }}
            />
          }
          label={caption}
        />
        <FormHelperText error={Boolean(spoken)}>{spoken ?? (field.hint ? say(field.hint) : ' ')}</FormHelperText>
      </div>
    );
  }
  if (field.kind === 'list') {
    return (
      <ListInput
        name={name}
        field={field}
        label={caption}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        error={spoken}
        disabled={disabled ?? false}
      />
    );
  }
  if (field.kind === 'dateTime') {
    return (
      <MomentInput
        name={name}
        label={caption}
        value={value}
        onChange={onChange}
        onBlur={onBlur}
        required={field.required ?? false}
        disabled={disabled ?? false}
        error={Boolean(spoken)}
        helperText={spoken ?? (field.hint ? say(field.hint) : ' ')}
      />
    );
  }
  const choice = field.kind === 'choice';
  const password = name.startsWith('password');
  return (
    <TextField
      name={name}
      label={caption}
      select={choice}
      multiline={field.kind === 'longText'}
      minRows={field.kind === 'longText' ? 2 : undefined}
      type={password ? 'password' : (types[field.kind] ?? 'text')}
      autoComplete={password ? 'new-password' : 'off'}
      value={value ?? ''}
      onChange={(event) => onChange(choice ? choiceOf(field, event.target.value) : parse(field, event.target.value))}
      onBlur={onBlur}
      required={field.required ?? false}
      disabled={disabled ?? false}
      error={Boolean(spoken)}
      helperText={spoken ?? (field.hint ? say(field.hint) : ' ')}
      slotProps={{
        htmlInput: field.kind === 'integer' ? { min: field.min ?? 0, max: field.max, step: 1 } : {},
      }}
    >
      {field.choices?.map((one) => (
        <MenuItem key={one.id} value={one.id}>
          {say(one.label)}
        </MenuItem>
      ))}
    </TextField>
  );
}

const choiceOf = (field: Field, value: unknown) =>
  field.choices?.find((one) => String(one.id) === String(value))?.id ?? null;
