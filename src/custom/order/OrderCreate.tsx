import { Box, Typography } from '@mui/material';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { order as declaration } from '../../../contract/entities/order.ts';
import { holds } from '../../../contract/entity.ts';
import type { Field, Fields } from '../../../contract/field.ts';
import { api } from '../../dataProvider/api.ts';
import { toast } from '../../dataProvider/notices.ts';
import { say, text } from '../../i18n/text.ts';
import { ConfirmDialog } from '../../resources/ConfirmDialog.tsx';
import { FieldInput } from '../../resources/FieldInput.tsx';
import { FormDialog } from '../../resources/FormDialog.tsx';
import { useFields } from '../../resources/useFields.ts';
import { useBackToSales } from '../../shell/useBackToSales.ts';
import { isActing, useSession } from '../../shell/useSession.ts';
import type { DialogProps } from '../registry.tsx';
import { useBuyer } from './useBuyer.tsx';

const declared = declaration.fields as Fields;
const params = declared.params?.fields as Fields;

/** `params` as one flat set of inputs; what the choices reveal is required (B13). */
const flat: Fields = {
  category_id: declared.category_id as Field,
  purchased_hosts: declared.purchased_hosts as Field,
  ...Object.fromEntries(
    Object.entries(params)
      .filter(([, field]) => !field.readOnly)
      .map(([name, field]) => [`params.${name}`, { ...field, required: name !== 'service_type' }]),
  ),
  comment: { ...(declared.comment as Field) },
};

const start = { category_id: 1001, purchased_hosts: 1, 'params.delivery_method': null, 'params.is_stamp': false };
const reset = ['stamp_method', 'entity_stamp_type', 'electron_stamp_type', 'stamp_time', 'service_type'];

/** Is the input hidden by what was chosen so far? The conditions are the declaration's own. */
function hiddenBy(name: string, values: Readonly<Record<string, unknown>>, failbackOffered: boolean): boolean {
  if (name === 'params.service_type') return !failbackOffered;
  const condition = flat[name]?.shownWhen;
  const chosen = Object.fromEntries(Object.entries(values).map(([key, value]) => [key.replace('params.', ''), value]));
  return condition !== undefined && !holds(condition, { params: chosen });
}

/** A failure is also logged, for whoever is asked why (R-ERR-09). */
const create = (body: Record<string, unknown>): Promise<{ id: number }> =>
  api<{ id: number }>('/v1/order', { method: 'POST', body }).catch((failure: unknown) => {
    console.error('The order was not created', failure);
    throw failure;
  });

/** The dialog that creates an order (SPEC 4, R-OCRE-01 to R-OCRE-13). */
export default function OrderCreate({ onClose, onDone }: DialogProps) {
  const session = useSession();
  const [type, setType] = useState<number>(1001);
  const [made, setMade] = useState<number>();
  const buyer = useBuyer(type);
  const isHidden = (name: string, values: Readonly<Record<string, unknown>>) =>
    hiddenBy(name, values, buyer.failbackOffered);
  const capped = { ...flat, purchased_hosts: { ...(flat.purchased_hosts as Field), ...buyer.cap } };
  const state = useFields(capped, start, isHidden);

  const change = (name: string, value: unknown) => {
    state.set(name, value);
    if (name !== 'category_id') return;
    setType(value as number);
    buyer.clear();
    for (const one of reset) state.set(`params.${one}`, null);
    state.set('params.is_stamp', false);
  };
  const send = async (body: Record<string, unknown>) => {
    const { id } = await create({ ...body, ...buyer.body() });
    toast(text().done.order, 'success');
    if (type === 1002 && (session?.role === 'SalesMan' || isActing(session))) return setMade(id);
    finish();
  };
  const finish = () => {
    onDone();
    onClose();
  };
  if (made !== undefined) return <Jump id={made} onClose={finish} />;
  const input = (name: string) =>
    !isHidden(name, state.values) && (
      <FieldInput
        key={name}
        name={name}
        field={capped[name as keyof typeof capped] as Field}
        value={state.values[name]}
        onChange={(value) => change(name, value)}
        error={state.errors[name]}
      />
    );
  return (
    <FormDialog
      title={text().list.create(say(declaration.label))}
      submit={text().actions.create}
      busy={state.busy}
      dirty={state.dirty || buyer.dirty}
      onSubmit={() => state.submit(send, buyer.problems)}
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: 0.5, columnGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, pt: 1 }}>
        {input('category_id')}
        {buyer.inputs(state.errors, state.forgive)}
        {input('purchased_hosts')}
        {input('params.service_type')}
        <Typography component="h3" variant="h3" sx={{ gridColumn: '1 / -1', mt: 1, mb: 1 }}>
          {text().order.delivery}
        </Typography>
        {Object.keys(flat)
          .filter((name) => name.startsWith('params.') && name !== 'params.service_type')
          .map((name) => input(name))}
        <Box sx={{ gridColumn: '1 / -1' }}>{input('comment')}</Box>
      </Box>
    </FormDialog>
  );
}

/** Asks whether to go to the confirmation; an enterprise user's key cannot confirm, so acting ends on the way (A12). */
function Jump({ id, onClose }: { id: number; onClose: () => void }) {
  const words = text().order;
  const navigate = useNavigate();
  const acting = isActing(useSession());
  const to = `/authorization/order?id=${id}`;
  const back = useBackToSales(to);
  return (
    <ConfirmDialog
      title={words.confirmTitle}
      yes={words.go}
      no={words.stay}
      onClose={onClose}
      onYes={async () => (acting ? back() : navigate(to))}
    >
      {words.jump}
    </ConfirmDialog>
  );
}
