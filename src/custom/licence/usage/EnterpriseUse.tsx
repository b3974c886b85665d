import { Box, Skeleton } from '@mui/material';
import { useEndpointQuery } from '../../../dataProvider/useEndpoint.ts';
import { text } from '../../../i18n/text.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { LoadFailed } from '../../../ui/LoadFailed.tsx';
import UseChart, { type ProductUse } from './UseChart.tsx';

/** Usage and seats of all licences of an enterprise by day, with a chart for each product (issue 36). */
export default function EnterpriseUse({ id }: { id: number }) {
  const { data, error, refetch } = useEndpointQuery('enterprise_usage_days', { path: { id }, quiet: true });
  const words = text().licence;
  if (!data) return error ? <LoadFailed onRetry={() => refetch()} /> : <Skeleton variant="rounded" height={340} />;
  const products = data.items as unknown as readonly ProductUse[];
  if (products.length === 0)
    return <EmptyState kind="empty" thing="licence" title={words.noUseByDay} hint={words.usageHint} />;
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {products.map((use) => (
        <UseChart key={use.product.id} use={use} title={words.useByDayOf(use.product.name)} />
      ))}
    </Box>
  );
}
