import { Checkbox, FormControlLabel, FormGroup, Skeleton, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetList, useGetManyReference } from 'react-admin';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { text } from '../../i18n/text.ts';
import type { SecondStepProps } from '../../resources/overrides.ts';
import { Pager } from '../../resources/paging/Pager.tsx';
import { LoadFailed } from '../../ui/LoadFailed.tsx';
import { productText } from '../product/productText.ts';

const perPage = 20;
const byId = { field: 'id', order: 'ASC' } as const;

/** A copy of the set with the member added, or removed if it was there. */
function toggled(set: ReadonlySet<number>, member: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(member)) next.add(member);
  return next;
}

/** The ids of those of the products that the enterprise may order already. */
function useGranted(enterprise: number, products: readonly RecordData[]): ReadonlySet<number> {
  const { data } = useGetManyReference<RecordData>(
    'enterprise_product',
    {
      target: 'enterprise_id',
      id: enterprise,
      pagination: { page: 1, perPage: 100 },
      sort: byId,
      filter: { product_id: products.map(({ id }) => id) },
    },
    { enabled: products.length > 0 },
  );
  return new Set(data?.map((one) => Number(one.product_id)));
}

/** The second step of a salesman's new enterprise user: the products that the enterprise may order (B27). */
export default function ProductsStep({ values, chosen, onChange }: SecondStepProps) {
  const [page, setPage] = useState(1);
  const {
    data = [],
    total = 0,
    isPending,
    error,
    refetch,
  } = useGetList<RecordData>('product', {
    pagination: { page, perPage },
    sort: byId,
  });
  const granted = useGranted(Number(values.enterprise_id), data);
  return (
    <>
      <Typography component="h3" variant="h3" sx={{ mt: 1 }}>
        {text().steps.products}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {text().steps.productsHint}
      </Typography>
      {isPending && !error && <Skeleton variant="rounded" height={80} />}
      {error && <LoadFailed onRetry={() => refetch()} />}
      {!isPending && total === 0 && <Typography>{text().form.nothingFound}</Typography>}
      <FormGroup>
        {data.map((product) => (
          <FormControlLabel
            key={product.id}
            control={
              <Checkbox
                checked={granted.has(product.id) || chosen.has(product.id)}
                disabled={granted.has(product.id)}
                onChange={() => onChange(toggled(chosen, product.id))}
              />
            }
            label={productText(product)}
          />
        ))}
      </FormGroup>
      <Pager total={total} page={page} perPage={perPage} onPage={setPage} />
    </>
  );
}
