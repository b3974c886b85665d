import { FormHelperText, Typography } from '@mui/material';
import { useState } from 'react';
import { say as sayMessage } from '../../../contract/message.ts';
import { call } from '../../dataProvider/call.ts';
import { toast } from '../../dataProvider/notices.ts';
import { language } from '../../i18n/language.ts';
import { text } from '../../i18n/text.ts';
import { FormDialog } from '../../resources/FormDialog.tsx';
import { numberText } from '../../resources/format.ts';
import { useBusy } from '../../resources/useBusy.ts';
import { refusedBy, useErrors } from '../../resources/useErrors.ts';
import type { RecordData } from '../registry.tsx';
import { byOrder, type Counts, countProblems, sharesOf } from './counts.ts';
import { OrderTable } from './OrderTable.tsx';
import { useOrders } from './useOrders.ts';

interface Props {
  application: RecordData;
  onClose: () => void;
  onDone: () => void;
}

/** Serves an application from chosen orders and counts (R-CALL-71). */
export function ServeDialog({ application, onClose, onDone }: Props) {
  const [counts, setCounts] = useState<Counts>({});
  const { errors, show } = useErrors();
  const [busy, run] = useBusy();
  const words = text().allocation;
  const orders = useOrders(Number(application.project_id));
  const items = orders.data?.items ?? [];
  const chosen = Object.keys(counts).length > 0;
  const submit = () =>
    run(async () => {
      if (show(chosen ? countProblems(counts, items) : { orders: words.nothing })) return;
      try {
        await call('allocation_assignment_create', {
          body: { allocation_id: application.id, orders: sharesOf(counts) },
        });
      } catch (failure) {
        show(refusedBy(failure));
        return;
      }
      toast(text().done.allocated, 'success');
      onDone();
      onClose();
    });
  // A refusal that is of no single count stands below them all.
  const general = Object.entries(errors).find(([name]) => !/^orders\[\d+\]\.hosts$/.test(name))?.[1] ?? '';
  return (
    <FormDialog
      title={text().licence.serve}
      width={900}
      submit={words.submit}
      busy={busy}
      dirty={chosen}
      onSubmit={submit}
      onClose={onClose}
    >
      <Typography sx={{ mb: 2 }}>{text().licence.asked(numberText(application.hosts))}</Typography>
      <OrderTable orders={items} counts={counts} errors={byOrder(counts, errors)} onChange={setCounts} />
      {orders.data && items.length === 0 && <Typography color="text.secondary">{words.noOrders}</Typography>}
      <FormHelperText error role="alert">
        {sayMessage(general, language())}
      </FormHelperText>
    </FormDialog>
  );
}
