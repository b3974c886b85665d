import Cancel from '@mui/icons-material/Cancel';
import { Box, Button, Chip, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { orderProject } from '../../../contract/entities/orderProject.ts';
import type { Field } from '../../../contract/field.ts';
import { api, type Page } from '../../dataProvider/api.ts';
import { toast } from '../../dataProvider/notices.ts';
import { text } from '../../i18n/text.ts';
import { InputDialog } from '../../resources/InputDialog.tsx';
import type { RecordData } from '../registry.tsx';

interface Tie {
  id: number;
  project: { id: number; name: string };
}

/** The projects that an order serves: those it is tied to, or any of its product while it has no tie (B39). */
export function OrderTies({ order }: { order: RecordData }) {
  const [adding, setAdding] = useState(false);
  const words = text().order;
  const found = useQuery({
    queryKey: ['order_project', 'ofOrder', order.id],
    queryFn: () => api<Page<Tie>>('/v1/order_project/list', { query: { filter_order_id: order.id, per_page: 100 } }),
  });
  const ties = found.data?.items ?? [];
  const done = async () => {
    toast(text().done.operation, 'success');
    await found.refetch();
  };
  const untie = async (id: number) => {
    await api(`/v1/order_project/${id}`, { method: 'DELETE' });
    await done();
  };
  const tie = async (body: Record<string, unknown>) => {
    await api('/v1/order_project', { method: 'POST', body: { order_id: order.id, ...body } });
    setAdding(false);
    await done();
  };
  const where = { product_id: order.product_id, enterprise_id: order.enterprise_id };
  const field = { ...orderProject.fields.project_id, where } as unknown as Field;
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography component="h3" variant="h3" sx={{ mb: 1 }}>
        {words.ties}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center' }}>
        {found.data && ties.length === 0 && (
          <Typography variant="body2" color="text.secondary">
            {words.noTies}
          </Typography>
        )}
        {ties.map(({ id, project }) => (
          <Chip
            key={id}
            label={project.name}
            variant="outlined"
            onDelete={() => void untie(id).catch(() => undefined)}
            deleteIcon={<Cancel titleAccess={words.untie(project.name)} />}
          />
        ))}
        <Button onClick={() => setAdding(true)}>{words.tie}</Button>
      </Box>
      {adding && (
        <InputDialog
          title={`${words.tie} · ${String(order.code)}`}
          action={words.tie}
          fields={{ project_id: field }}
          send={tie}
          onClose={() => setAdding(false)}
        />
      )}
    </Box>
  );
}
