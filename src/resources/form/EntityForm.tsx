import { Box, Button } from '@mui/material';
import { Suspense, useState } from 'react';
import type { Role } from '../../contract/access.ts';
import { type Entity, type FormDeclaration, fieldOf, holds, mayWrite, sourceOf } from '../../contract/entity.ts';
import type { Field, Fields } from '../../contract/field.ts';
import { message } from '../../contract/message.ts';
import { writable } from '../../contract/validation.ts';
import { custom, type SecondStep } from '../custom/registry.tsx';
import { api } from '../dataProvider/api.ts';
import { toast } from '../dataProvider/notices.ts';
import { say, text } from '../i18n/text.ts';
import { useRole } from '../shell/useSession.ts';
import { FieldInput } from './FieldInput.tsx';
import { columnsOf } from './FieldInputs.tsx';
import { FormDialog } from './FormDialog.tsx';
import { valueAt } from './format.ts';
import type { Option } from './input.ts';
import { reads } from './reads.ts';
import type { Errors } from './useErrors.ts';
import { useFields } from './useFields.ts';

interface Props {
  entity: Entity;
  form: FormDeclaration;
  /** The record to change; without it a new one is made. */
  record?: Readonly<Record<string, unknown>> & { id: number };
  preset?: Readonly<Record<string, unknown>>;
  /** In place of the title that the declaration gives. */
  title?: string;
  /** Fields that this form wants filled. */
  required?: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

const rowOf = (row: string | readonly string[]): readonly string[] => (typeof row === 'string' ? [row] : row);

/** The declared fields of the form that this role may write, by their (dotted) name; a new password is needed. */
function fieldsOf(
  entity: Entity,
  form: FormDeclaration,
  required: readonly string[],
  role: Role,
  operation: 'create' | 'edit',
): Fields {
  const mine = writable(entity, role, operation);
  const needed = new Set([...required, ...(operation === 'create' ? ['password'] : [])]);
  const names = form.flatMap(rowOf).filter((name) => (name.split('.')[0] ?? '') in mine);
  return Object.fromEntries(
    names.map((name): [string, Field] => {
      const field = fieldOf(entity, name) as Field;
      return [name, needed.has(name) ? { ...field, required: true } : field];
    }),
  );
}

/** What was written when the record was made and stands fast since (R-VALID-05). */
const fixedIn = (entity: Entity, form: FormDeclaration, role: Role): readonly string[] =>
  form.flatMap(rowOf).filter((name) => {
    const field = fieldOf(entity, name.split('.')[0] ?? '');
    return field && mayWrite(field, role, 'create') && !mayWrite(field, role, 'edit');
  });

/** A switch shows yes or no: what was never set is sent as the no that it shows. */
const emptyOf = (field: Field) => field.default ?? (field.kind === 'boolean' ? false : null);

const startOf = (fields: Fields, record: unknown, preset: Readonly<Record<string, unknown>>) => ({
  ...Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      record ? (valueAt(record, name) ?? (field.kind === 'boolean' ? false : null)) : emptyOf(field),
    ]),
  ),
  ...(record ? {} : preset),
});

const knownOf = (field: Field, name: string, record: unknown): Option | undefined => {
  const found = valueAt(record, field.as ?? name) as { id: number } | null | undefined;
  return found && field.to ? { id: found.id, label: reads(field.to, { ...found }) } : undefined;
};

/** The dialog that makes or changes a record, drawn from its declaration. */
export function EntityForm({ entity, form, required = [], record, preset = {}, title, onClose, onDone }: Props) {
  const role = useRole() ?? 'Subordinate';
  const fields = fieldsOf(entity, form, required, role, record ? 'edit' : 'create');
  const state = useFields(fields, startOf(fields, record, preset), (name, values) => {
    const condition = fields[name]?.shownWhen;
    return condition !== undefined && !holds(condition, values);
  });
  const [repeat, setRepeat] = useState('');
  const fixed = record ? fixedIn(entity, form, role) : [];
  const visible = (name: string) => {
    if (fixed.includes(name)) return true;
    const condition = fields[name]?.shownWhen;
    return name in fields && !(name in preset) && (!condition || holds(condition, state.values));
  };
  const asksPassword = 'password' in fields && !record;

  const repeatProblem = (): Errors => {
    if (!asksPassword) return {};
    if (!repeat) return { password_repeat: message('required') };
    return repeat === state.values.password ? {} : { password_repeat: message('password_differs') };
  };
  const send = async (body: Record<string, unknown>) => {
    if (record && !body.password) delete body.password;
    const path = record ? `/v1/${entity.path}/${record.id}` : `/v1/${entity.path}`;
    await api(path, { method: 'POST', body });
    toast(record ? text().done.modified : text().done.created, 'success');
    onDone();
  };
  const mine = custom[entity.name] ?? {};
  const second = !record && mine.secondStep?.roles.includes(role) ? mine.secondStep : undefined;
  /** What the second step has chosen, once it is reached. */
  const [chosen, setChosen] = useState<ReadonlySet<number>>();
  const sendBoth = (step: SecondStep, picked: ReadonlySet<number>) => async (body: Record<string, unknown>) => {
    try {
      await send(body);
    } catch (failure) {
      // What was refused stands in the first step.
      setChosen(undefined);
      throw failure;
    }
    await step.finish(state.values, picked);
  };
  const submit = () => {
    if (second && chosen) return state.submit(sendBoth(second, chosen));
    const next = second ? async () => setChosen(new Set()) : send;
    return state.submit(next, async () => ({
      ...repeatProblem(),
      ...(record ? {} : await mine.check?.(state.values)),
    }));
  };
  const fixedInput = (name: string) => {
    const field = { ...(fieldOf(entity, name) as Field), required: false };
    const value = valueAt(record, sourceOf(name, field));
    const known = knownOf(field, name, record);
    return <FieldInput key={name} name={name} field={field} value={value} onChange={ignore} disabled known={known} />;
  };
  const own = mine.inputs ?? {};
  const input = (name: string) => {
    const Input = own[name] ?? FieldInput;
    const field = fields[name] as Field;
    const kept = name === 'password' && record ? { hint: same(text().form.keepPassword) } : {};
    return (
      <Input
        key={name}
        name={name}
        field={{ ...field, ...kept }}
        value={state.values[name]}
        onChange={(value) => state.set(name, value)}
        onBlur={() => state.blur(name)}
        error={state.errors[name]}
        known={knownOf(field, name, record)}
      />
    );
  };
  const repeatInput = asksPassword && (
    <FieldInput
      name="password_repeat"
      field={{ kind: 'text', label: same(text().form.repeat), required: true }}
      value={repeat}
      onChange={(value) => {
        setRepeat(String(value ?? ''));
        state.forgive('password_repeat');
      }}
      onBlur={() => state.add(repeatProblem())}
      error={state.errors.password_repeat}
    />
  );
  const heading = record
    ? `${text().actions.edit} · ${String(record[entity.title] ?? record.id)}`
    : text().list.create(say(entity.label));
  return (
    <FormDialog
      title={title ?? heading}
      submit={record ? text().actions.save : second && !chosen ? text().steps.next : text().actions.create}
      busy={state.busy}
      dirty={state.dirty || repeat !== ''}
      onSubmit={submit}
      onClose={onClose}
      back={
        chosen && (
          <Button onClick={() => setChosen(undefined)} disabled={state.busy}>
            {text().steps.back}
          </Button>
        )
      }
    >
      {second && chosen && (
        <Suspense fallback={null}>
          <second.Choose values={state.values} chosen={chosen} onChange={setChosen} />
        </Suspense>
      )}
      <Box sx={{ display: chosen ? 'none' : 'grid', gap: 0.5, pt: 1 }}>
        {form.map(rowOf).map((row) => {
          const shown = row.filter(visible);
          if (shown.length === 0) return null;
          const both = row.includes('password') && asksPassword;
          return (
            <Box key={row.join()} sx={columnsOf(both ? 2 : shown.length)}>
              {shown.map((name) => (fixed.includes(name) ? fixedInput(name) : input(name)))}
              {both && repeatInput}
            </Box>
          );
        })}
      </Box>
    </FormDialog>
  );
}

const ignore = () => undefined;
/** A text that is in the user's language already, as a label. */
const same = (words: string) => ({ en: words, zh: words });
