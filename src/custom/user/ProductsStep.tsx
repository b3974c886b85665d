import { Checkbox, FormControlLabel, FormGroup, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { api, type Page } from '../../dataProvider/api.ts';
import { text } from '../../i18n/text.ts';
import { productText } from '../../resources/format.ts';
import { toggled } from '../../resources/toggled.ts';
import type { RecordData, StepProps } from '../registry.tsx';

/** The second step of a salesman's new enterprise user: what the enterprise may order (B27). */
export default function ProductsStep({ values, chosen, onChange }: StepProps) {
  const enterprise = Number(values.enterprise_id);
  const products = useQuery({
    queryKey: ['choices', 'products'],
    queryFn: () => api<Page<RecordData>>('/v1/product/list', { query: { is_paginate: false }, quiet: true }),
  });
  const granted = useQuery({
    queryKey: ['choices', 'granted', enterprise],
    queryFn: () =>
      api<Page<RecordData>>('/v1/enterprise_product/list', {
        query: { filter_enterprise_id: enterprise, is_paginate: false },
        quiet: true,
      }),
  });
  const has = new Set(granted.data?.items.map((one) => one.product_id as number));
  return (
    <>
      <Typography component="h3" variant="h3" sx={{ mt: 1 }}>
        {text().steps.products}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
        {text().steps.productsHint}
      </Typography>
      {products.data?.items.length === 0 && <Typography>{text().form.none}</Typography>}
      <FormGroup>
        {products.data?.items.map((product) => (
          <FormControlLabel
            key={product.id}
            control={
              <Checkbox
                checked={has.has(product.id) || chosen.has(product.id)}
                disabled={has.has(product.id)}
                onChange={() => onChange(toggled(chosen, product.id))}
              />
            }
            label={productText(product as never)}
          />
        ))}
      </FormGroup>
    </>
  );
}
