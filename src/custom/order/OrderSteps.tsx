import { Box, Button, TextField } from '@mui/material';
import { useEffect, useState } from 'react';
import { order as declaration } from '../../../contract/entities/order.ts';
import { type NamedTransition, stepsFrom } from '../../../contract/lifecycle.ts';
import { message } from '../../../contract/message.ts';
import { daysAfter } from '../../../contract/period.ts';
import { api } from '../../dataProvider/api.ts';
import { toast } from '../../dataProvider/notices.ts';
import { say, text } from '../../i18n/text.ts';
import { momentText } from '../../resources/format.ts';
import { useBusy } from '../../resources/useBusy.ts';
import { refusedBy, useErrors } from '../../resources/useErrors.ts';
import { useRole } from '../../shell/useSession.ts';
import type { RecordData } from '../registry.tsx';
import { daysIn, Period, type PeriodValue } from './Period.tsx';

const asPeriod = (days: unknown): PeriodValue => ({ count: days ? String(days) : '', unit: 1 });

interface Props {
  order: RecordData;
  onDone: () => void;
  /** Tells whether something was entered that closing would lose. */
  onDirty: (dirty: boolean) => void;
}

/** The steps that the present role may take with an order, each with what it needs (R-ODLG-05 to R-ODLG-09). */
export function OrderSteps({ order, onDone, onDirty }: Props) {
  const role = useRole();
  const steps = stepsFrom(declaration.lifecycle as never, order.status as number, role);
  const asksPeriods = steps.some((step) => step.input && 'use_period' in step.input);
  const [assign, setAssign] = useState(asPeriod(order.assign_period));
  const [use, setUse] = useState(asPeriod(order.use_period));
  const [comment, setComment] = useState('');
  const { errors, show } = useErrors();
  const [busy, run] = useBusy();
  const entered =
    JSON.stringify([assign, use]) !== JSON.stringify([order.assign_period, order.use_period].map(asPeriod));
  const dirty = entered || comment.trim() !== '';
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  if (steps.length === 0) return null;
  const periods = { use_period: daysIn(use), assign_period: daysIn(assign) };
  const ends =
    periods.assign_period && text().order.until(momentText(daysAfter(new Date(), periods.assign_period).toISOString()));

  const take = (step: NamedTransition) =>
    run(async () => {
      const asks = step.input !== undefined && 'use_period' in step.input;
      const missing = asks ? Object.entries(periods).filter(([, days]) => days === undefined) : [];
      if (show(Object.fromEntries(missing.map(([name]) => [name, message('required')])))) return;
      try {
        const body = { status: step.to, ...(asks && periods), ...(comment.trim() && { comment: comment.trim() }) };
        await api(`/v1/order/${order.id}`, { method: 'POST', body });
        toast(text().done.operation, 'success');
        onDone();
      } catch (failure) {
        show(refusedBy(failure));
      }
    });
  return (
    <Box sx={{ mt: 3, pt: 2.5, borderTop: 1, borderColor: 'divider', display: 'grid', gap: 1.5 }}>
      {asksPeriods && (
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', md: '1fr 1fr' } }}>
          <Period
            name="assign_period"
            label={say(declaration.fields.assign_period.label)}
            value={assign}
            onChange={setAssign}
            error={errors.assign_period}
            note={ends || undefined}
          />
          <Period
            name="use_period"
            label={say(declaration.fields.use_period.label)}
            value={use}
            onChange={setUse}
            error={errors.use_period}
          />
        </Box>
      )}
      <TextField
        name="comment"
        label={text().order.reason}
        multiline
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'flex-end' }}>
        {[...steps].reverse().map((step) => (
          <Button
            key={step.name}
            variant={step.tone === 'primary' ? 'contained' : 'outlined'}
            color={step.tone === 'danger' ? 'error' : 'primary'}
            disabled={busy}
            onClick={() => take(step)}
          >
            {say(step.label)}
          </Button>
        ))}
      </Box>
    </Box>
  );
}
