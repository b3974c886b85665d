import { Button, InputAdornment, MenuItem, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { order as declaration } from '../../../contract/entities/order.ts';
import { message, say as sayMessage } from '../../../contract/message.ts';
import { api, type Page } from '../../dataProvider/api.ts';
import { language } from '../../i18n/language.ts';
import { say, text } from '../../i18n/text.ts';
import { productText, valueAt } from '../../resources/format.ts';
import type { Errors } from '../../resources/useErrors.ts';
import { useSession } from '../../shell/useSession.ts';
import type { RecordData } from '../registry.tsx';
import { OriginalDialog } from './OriginalDialog.tsx';

const labels = declaration.fields;

function useItems(path: string, query: Record<string, unknown>, enabled: boolean): RecordData[] {
  const found = useQuery({
    queryKey: ['choices', path, query],
    queryFn: () => api<Page<RecordData>>(path, { query: { ...query, is_paginate: false }, quiet: true }),
    enabled,
  });
  return found.data?.items ?? [];
}

interface PickProps {
  name: 'enterprise_id' | 'user_id' | 'product_id';
  value: number | null;
  items: readonly { id: number; label: string }[];
  error: string | undefined;
  onChange: (id: number | null) => void;
}

const Pick = ({ name, value, items, error, onChange }: PickProps) => (
  <TextField
    select
    required
    name={name}
    label={say(labels[name].label)}
    value={items.some((item) => item.id === value) ? value : ''}
    onChange={(event) => onChange(Number(event.target.value) || null)}
    error={Boolean(error)}
    helperText={error ? sayMessage(error, language()) : ' '}
  >
    {items.map((item) => (
      <MenuItem key={item.id} value={item.id}>
        {item.label}
      </MenuItem>
    ))}
  </TextField>
);

const named = (item: RecordData) => ({ id: item.id, label: String(item.nick_name ?? item.name ?? item.id) });

interface OriginalProps {
  original: RecordData | undefined;
  error: string | undefined;
  disabled: boolean;
  onChoose: () => void;
}

/** The original of a reissue, chosen in a dialog of its own, and the product that follows from it (R-OCRE-05). */
const OriginalInput = ({ original, error, disabled, onChoose }: OriginalProps) => (
  <>
    <TextField
      name="parent_order_id"
      label={say(labels.parent_order_id.label)}
      required
      value={original ? String(original.code) : ''}
      error={Boolean(error)}
      helperText={error ? sayMessage(error, language()) : ' '}
      slotProps={{
        inputLabel: { shrink: true },
        input: {
          readOnly: true,
          endAdornment: (
            <InputAdornment position="end">
              <Button disabled={disabled} onClick={onChoose}>
                {text().order.chooseOriginal}
              </Button>
            </InputAdornment>
          ),
        },
      }}
    />
    <TextField
      name="product_id"
      label={say(labels.product_id.label)}
      value={original ? productText(original.product as object) : ''}
      disabled
      helperText=" "
    />
  </>
);

/**
 * For whom the order is, and of what: an enterprise user orders for themselves; everybody else picks the
 * enterprise, one of its users and one of its products; a reissue takes its product from the original (R-OCRE-03
 * to R-OCRE-05, R-OCRE-11).
 */
export function useBuyer(type: number) {
  const session = useSession();
  const own = session?.role === 'Enterprise';
  const [chosen, setChosen] = useState<number | null>(null);
  const [user, setUser] = useState<number | null>(null);
  const [product, setProduct] = useState<number | null>(null);
  const [original, setOriginal] = useState<RecordData>();
  const [picking, setPicking] = useState(false);
  const enterprise = own ? (session?.user.enterprise_id ?? null) : chosen;
  const enterprises = useItems('/v1/enterprise/list', { filter_status: 1 }, !own);
  const users = useItems(
    '/v1/role_user/list',
    { filter_enterprise_id: enterprise, filter_role_alias: 'Enterprise' },
    !own && enterprise !== null,
  );
  const products = useItems(
    '/v1/enterprise_product/list',
    { filter_enterprise_id: enterprise },
    enterprise !== null && type !== 1002,
  );

  const clear = () => {
    setProduct(null);
    setOriginal(undefined);
    if (own) return;
    setChosen(null);
    setUser(null);
  };
  const problems = (): Record<string, string> => {
    const missing = [
      !own && !chosen && 'enterprise_id',
      !own && !user && 'user_id',
      type !== 1002 && !product && 'product_id',
      type === 1002 && !original && 'parent_order_id',
    ].filter((name): name is string => Boolean(name));
    return Object.fromEntries(missing.map((name) => [name, message('required')]));
  };
  const body = () => ({
    ...(!own && { enterprise_id: chosen, user_id: user }),
    ...(type === 1002 ? { parent_order_id: original?.id } : { product_id: product }),
  });
  const sales = enterprises.find((item) => item.id === chosen);
  const inputs = (errors: Errors, forgive: (name: string) => void) => (
    <>
      {!own && (
        <Pick
          name="enterprise_id"
          value={chosen}
          items={enterprises.map((item) => ({ id: item.id, label: String(item.name) }))}
          error={errors.enterprise_id}
          onChange={(id) => {
            forgive('enterprise_id');
            setChosen(id);
            setUser(null);
            setProduct(null);
            setOriginal(undefined);
          }}
        />
      )}
      {!own && (
        <Pick
          name="user_id"
          value={user}
          items={users.map(named)}
          error={errors.user_id}
          onChange={(id) => {
            forgive('user_id');
            setUser(id);
          }}
        />
      )}
      {session?.role === 'GeneralAdmin' && (
        <TextField
          label={say(labels.sales_user_id.label)}
          value={String(valueAt(sales, 'sales.nick_name') ?? '')}
          disabled
          helperText=" "
        />
      )}
      {type !== 1002 && (
        <Pick
          name="product_id"
          value={product}
          items={products.map((item) => ({
            id: item.product_id as number,
            label: productText(item.product as object),
          }))}
          error={errors.product_id}
          onChange={(id) => {
            forgive('product_id');
            setProduct(id);
          }}
        />
      )}
      {type === 1002 && (
        <OriginalInput
          original={original}
          error={errors.parent_order_id}
          disabled={enterprise === null}
          onChoose={() => setPicking(true)}
        />
      )}
      {picking && enterprise !== null && (
        <OriginalDialog
          enterprise={enterprise}
          onClose={() => setPicking(false)}
          onPick={(order) => {
            forgive('parent_order_id');
            setOriginal(order);
            setPicking(false);
          }}
        />
      )}
    </>
  );
  const cap = type === 1002 && original ? { max: Number(original.reissuable_hosts) } : {};
  const failbackOffered = type === 1002 && valueAt(original, 'product.category.id') === 1002;
  const dirty = [chosen, user, product, original].some(Boolean);
  return { inputs, body, problems, clear, cap, failbackOffered, dirty };
}
