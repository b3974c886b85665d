import { Button, FormHelperText, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { message, say as sayMessage } from '../../../contract/message.ts';
import { ApiError, api, type Page } from '../../dataProvider/api.ts';
import { call } from '../../dataProvider/call.ts';
import { toast } from '../../dataProvider/notices.ts';
import { language } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { AppDialog } from '../../resources/AppDialog.tsx';
import { numberText } from '../../resources/format.ts';
import type { RecordData } from '../registry.tsx';
import { OrderTable } from './OrderTable.tsx';

interface Props {
  application: RecordData;
  onClose: () => void;
  onDone: () => void;
}

/** Serves an application from chosen orders and counts (R-CALL-71). */
export function ServeDialog({ application, onClose, onDone }: Props) {
  const [counts, setCounts] = useState<Readonly<Record<number, string>>>({});
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const words = text().allocation;
  const orders = useQuery({
    queryKey: ['order', 'forProject', application.project_id],
    queryFn: () =>
      api<Page<RecordData>>('/v1/order/list', {
        query: { filter_project_id: application.project_id, filter_status: 2, per_page: 100 },
      }),
  });
  const wanted = Object.entries(counts).map(([id, hosts]) => ({ order_id: Number(id), hosts: Number(hosts) }));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (wanted.length === 0) return setError(words.nothing);
    if (wanted.some(({ hosts }) => !Number.isInteger(hosts) || hosts < 1))
      return setError(sayMessage(message('min', { value: 1 }), language()));
    setBusy(true);
    try {
      await call('allocation_assignment_create', { body: { allocation_id: application.id, orders: wanted } });
      toast(text().done.allocated, 'success');
      onDone();
      onClose();
    } catch (failure) {
      setBusy(false);
      if (failure instanceof ApiError) setError(failure.message);
    }
  };
  const items = orders.data?.items ?? [];
  return (
    <AppDialog
      title={text().licence.serve}
      width={900}
      onClose={onClose}
      form={submit}
      busy={busy}
      actions={
        <>
          <Button onClick={onClose} disabled={busy}>
            {text().actions.cancel}
          </Button>
          <Button type="submit" variant="contained" disabled={busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <Typography sx={{ mb: 2 }}>{text().licence.asked(numberText(application.hosts))}</Typography>
      <OrderTable orders={items} counts={counts} errors={{}} onChange={setCounts} />
      {orders.data && items.length === 0 && <Typography color="text.secondary">{words.noOrders}</Typography>}
      <FormHelperText error role="alert">
        {error}
      </FormHelperText>
    </AppDialog>
  );
}
