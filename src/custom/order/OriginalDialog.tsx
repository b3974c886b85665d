import {
  Box,
  Button,
  MenuItem,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { order as declaration } from '../../../contract/entities/order.ts';
import { product } from '../../../contract/entities/product.ts';
import type { Entity } from '../../../contract/entity.ts';
import { api, type Page } from '../../dataProvider/api.ts';
import { say, text } from '../../i18n/text.ts';
import { AppDialog } from '../../resources/AppDialog.tsx';
import { Cell, labelOf } from '../../resources/cells.tsx';
import { dash, valueAt } from '../../resources/format.ts';
import { Pager } from '../../resources/Pager.tsx';
import { part } from '../../shell/part.ts';
import type { RecordData } from '../registry.tsx';

const OrderDetail = lazy(() => part(import('./OrderDetail.tsx')));
const entity = declaration as unknown as Entity;
const columns = ['code', 'product_id', 'purchased_hosts', 'reissuable_hosts', 'status', 'created_at'];

/** Something is left of it for a reissue (C5). */
const isFit = (order: RecordData): boolean => Number(order.reissuable_hosts ?? 0) > 0;

interface Props {
  enterprise: number;
  onPick: (order: RecordData) => void;
  onClose: () => void;
}

/** Picks the order that is reissued: new purchases alone, by project where one is chosen (R-SELO-01 to R-SELO-03). */
export function OriginalDialog({ enterprise, onPick, onClose }: Props) {
  const [project, setProject] = useState<number | ''>('');
  const [page, setPage] = useState(1);
  const [open, setOpen] = useState<number>();
  const projects = useQuery({
    queryKey: ['choices', 'projects', enterprise],
    queryFn: () =>
      api<Page<RecordData>>('/v1/project/list', {
        query: { filter_enterprise_id: enterprise, is_paginate: false },
        quiet: true,
      }),
  });
  const orders = useQuery({
    queryKey: ['order', 'originals', enterprise, project, page],
    queryFn: () =>
      api<Page<RecordData>>('/v1/order/list', {
        query: { filter_category_id: 1001, filter_enterprise_id: enterprise, filter_project_id: project, page },
      }),
  });
  const chosen = projects.data?.items.find((item) => item.id === project);
  const readOnly = (label: string, value: unknown) => (
    <TextField label={label} value={String(value ?? dash)} disabled />
  );
  return (
    <AppDialog title={text().order.chooseOriginal} width={960} onClose={onClose}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr 1fr' }, mb: 2, pt: 1 }}>
        <TextField
          select
          label={text().allocation.project}
          value={project}
          onChange={(event) => {
            setProject(Number(event.target.value) || '');
            setPage(1);
          }}
        >
          <MenuItem value="">{text().list.all}</MenuItem>
          {projects.data?.items.map((item) => (
            <MenuItem key={item.id} value={item.id}>
              {String(item.name)}
            </MenuItem>
          ))}
        </TextField>
        {readOnly(say(product.label), valueAt(chosen, 'product.name'))}
        {readOnly(say(product.fields.code.label), valueAt(chosen, 'product.code'))}
      </Box>
      <Box sx={{ height: 400, overflow: 'auto' }}>
        <Table size="small" stickyHeader>
          <TableHead>
            <TableRow>
              {columns.map((name) => (
                <TableCell key={name}>{labelOf(entity, name)}</TableCell>
              ))}
              <TableCell align="right">{text().list.actions}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {orders.data?.items.map((order) => (
              <TableRow key={order.id}>
                {columns.map((name) => (
                  <TableCell key={name}>
                    <Cell entity={entity} name={name} record={order} />
                  </TableCell>
                ))}
                <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                  <Button onClick={() => setOpen(order.id)}>{text().actions.detail}</Button>
                  <Button disabled={!isFit(order)} onClick={() => onPick(order)}>
                    {text().order.select}
                  </Button>
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
        {orders.data?.total === 0 && (
          <Typography color="text.secondary" sx={{ p: 4, textAlign: 'center' }}>
            {text().list.empty}
          </Typography>
        )}
      </Box>
      {orders.data && <Pager total={orders.data.total} page={page} perPage={orders.data.per_page} onPage={setPage} />}
      <Suspense fallback={null}>
        {open !== undefined && (
          <OrderDetail id={open} onClose={() => setOpen(undefined)} onDone={() => void orders.refetch()} />
        )}
      </Suspense>
    </AppDialog>
  );
}
