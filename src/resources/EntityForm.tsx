import { Box, Button } from '@mui/material';
import { type FormEvent, useState } from 'react';
import type { Role } from '../../contract/access.ts';
import { type Entity, type FormDeclaration, fieldOf, holds } from '../../contract/entity.ts';
import type { Field, Fields } from '../../contract/field.ts';
import { message } from '../../contract/message.ts';
import { writable } from '../../contract/validation.ts';
import { custom } from '../custom/registry.tsx';
import { grant, ProductsStep } from '../custom/user/ProductsStep.tsx';
import { api } from '../dataProvider/api.ts';
import { call } from '../dataProvider/call.ts';
import { toast } from '../dataProvider/notices.ts';
import { say, text } from '../i18n/text.ts';
import { useRole } from '../shell/useSession.ts';
import { AppDialog } from './AppDialog.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { FieldInput } from './FieldInput.tsx';
import { valueAt } from './format.ts';
import type { Option } from './ReferenceInput.tsx';
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

/** The declared fields of the form that this role may write, by their (dotted) name. */
function fieldsOf(
  entity: Entity,
  form: FormDeclaration,
  required: readonly string[],
  role: Role,
  operation: 'create' | 'edit',
): Fields {
  const mine = writable(entity, role, operation);
  const names = form.flatMap(rowOf).filter((name) => (name.split('.')[0] ?? '') in mine);
  return Object.fromEntries(
    names.map((name): [string, Field] => {
      const field = fieldOf(entity, name) as Field;
      return [name, required.includes(name) ? { ...field, required: true } : field];
    }),
  );
}

const startOf = (fields: Fields, record: unknown, preset: Readonly<Record<string, unknown>>) => ({
  ...Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      record ? (valueAt(record, name) ?? null) : (field.default ?? null),
    ]),
  ),
  ...(record ? {} : preset),
});

const knownOf = (field: Field, name: string, record: unknown): Option | undefined => {
  const found = valueAt(record, field.as ?? name) as
    | { id: number; name?: string; nick_name?: string }
    | null
    | undefined;
  return found ? { id: found.id, label: found.nick_name ?? found.name ?? String(found.id) } : undefined;
};

/** Asks the server whether the login name is free before a user is made (R-VALID-06). */
async function nameProblem(entity: Entity, record: unknown, name: unknown): Promise<Record<string, string>> {
  if (entity.name !== 'user' || record || !name) return {};
  const answer = await call('user_check', { body: { type: 'name', name: String(name) } });
  return answer.success ? {} : { name: answer.reason ?? '' };
}

/** The dialog that makes or changes a record, drawn from its declaration. */
export function EntityForm({ entity, form, required = [], record, preset = {}, title, onClose, onDone }: Props) {
  const role = useRole() ?? 'Subordinate';
  const operation = record ? 'edit' : 'create';
  const fields = fieldsOf(entity, form, required, role, operation);
  const start = startOf(fields, record, preset);
  const state = useFields(fields, start, (name, values) => {
    const condition = fields[name]?.shownWhen;
    return condition !== undefined && !holds(condition, values);
  });
  const [repeat, setRepeat] = useState('');
  const [leaving, setLeaving] = useState(false);
  const visible = (name: string) => {
    const condition = fields[name]?.shownWhen;
    return name in fields && !(name in preset) && (!condition || holds(condition, state.values));
  };
  const asksPassword = 'password' in fields && !record;

  const repeatProblem = (): Record<string, string> => {
    if (!asksPassword) return {};
    if (!state.values.password) return { password: message('required') };
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
  // A salesman's new enterprise user comes with the products of the enterprise (B27).
  const twoSteps = entity.name === 'user' && role === 'SalesMan' && !record;
  const [products, setProducts] = useState<ReadonlySet<number>>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (products) {
      return state.submit(async (body) => {
        await send(body);
        await grant(Number(state.values.enterprise_id), products);
      });
    }
    const taken = await nameProblem(entity, record, state.values.name);
    const next = twoSteps ? async () => setProducts(new Set()) : send;
    await state.submit(next, { ...repeatProblem(), ...taken });
  };
  const leave = () => (state.dirty ? setLeaving(true) : onClose());
  const own = custom[entity.name]?.inputs ?? {};
  const input = (name: string) => {
    const Input = own[name] ?? FieldInput;
    return (
      <Input
        key={name}
        name={name}
        field={
          name === 'password' && asksPassword ? { ...(fields[name] as Field), required: true } : (fields[name] as Field)
        }
        value={state.values[name]}
        onChange={(value) => state.set(name, value)}
        onBlur={() => state.blur(name)}
        error={state.errors[name]}
        known={knownOf(fields[name] as Field, name, record)}
      />
    );
  };
  const repeatInput = asksPassword && (
    <FieldInput
      name="password_repeat"
      field={{ kind: 'text', label: { en: '', zh: '' }, required: true }}
      label={text().form.repeat}
      value={repeat}
      onChange={(value) => setRepeat(String(value ?? ''))}
      onBlur={() => state.setErrors((before) => ({ ...before, ...repeatProblem() }))}
      error={state.errors.password_repeat}
    />
  );
  const actions = (
    <>
      {products ? (
        <Button onClick={() => setProducts(undefined)} disabled={state.busy}>
          {text().steps.back}
        </Button>
      ) : (
        <Button onClick={leave} disabled={state.busy}>
          {text().actions.cancel}
        </Button>
      )}
      <Button type="submit" variant="contained" disabled={state.busy}>
        {record ? text().actions.save : twoSteps && !products ? text().steps.next : text().actions.create}
      </Button>
    </>
  );
  const heading = record
    ? `${text().actions.edit} · ${String(record[entity.title] ?? record.id)}`
    : text().list.create(say(entity.label));
  return (
    <AppDialog title={title ?? heading} onClose={leave} form={submit} busy={state.busy} actions={actions}>
      {products && (
        <ProductsStep enterprise={Number(state.values.enterprise_id)} chosen={products} onChange={setProducts} />
      )}
      <Box sx={{ display: products ? 'none' : 'grid', gap: 0.5, pt: 1 }}>
        {form.map(rowOf).map((row) => {
          const shown = row.filter(visible);
          if (shown.length === 0) return null;
          const both = row.includes('password') && asksPassword;
          return (
            <Box
              key={row.join()}
              sx={{
                display: 'grid',
                columnGap: 2,
                gridTemplateColumns: { xs: '1fr', sm: `repeat(${both ? 2 : shown.length}, 1fr)` },
              }}
            >
              {shown.map(input)}
              {both && repeatInput}
            </Box>
          );
        })}
      </Box>
      {leaving && (
        <ConfirmDialog title={text().actions.close} onClose={() => setLeaving(false)} onYes={async () => onClose()}>
          {text().ask.leave}
        </ConfirmDialog>
      )}
    </AppDialog>
  );
}
