import { Box, Button, FormHelperText, MenuItem, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { assignment } from '../../../contract/entities/assignment.ts';
import { message, say as sayMessage } from '../../../contract/message.ts';
import { api, type Page } from '../../dataProvider/api.ts';
import { call } from '../../dataProvider/call.ts';
import { toast } from '../../dataProvider/notices.ts';
import { language } from '../../i18n/language.ts';
import { say, text } from '../../i18n/text.ts';
import { FormDialog } from '../../resources/FormDialog.tsx';
import { useBusy } from '../../resources/useBusy.ts';
import { type Errors, refusedBy, useErrors } from '../../resources/useErrors.ts';
import { part } from '../../shell/part.ts';
import type { RecordData } from '../registry.tsx';
import { byOrder, type Counts, countProblems, sharesOf } from './counts.ts';
import { OrderTable } from './OrderTable.tsx';
import { addressesIn } from './recipients.ts';
import { useOrders } from './useOrders.ts';

const recipientsHint = assignment.fields.mails.fields?.others?.hint;
const OrderCreate = lazy(() => part(import('../order/OrderCreate.tsx')));

interface Props {
  project?: number | undefined;
  onClose: () => void;
  onDone: () => void;
}

const effective = { filter_effectuate: true, is_paginate: false };

function useProjects() {
  return useQuery({
    queryKey: ['choices', 'effective projects'],
    queryFn: () => api<Page<RecordData>>('/v1/project/list', { query: effective, quiet: true }),
  });
}

/** Allocates hosts of orders to a project (R-OLST-01, R-OLST-02, R-VALID-23). */
export function AllocationDialog({ project: given, onClose, onDone }: Props) {
  const projects = useProjects();
  const [project, setProject] = useState(given);
  const orders = useOrders(project);
  const [counts, setCounts] = useState<Counts>({});
  const [mail, setMail] = useState<string>();
  const [others, setOthers] = useState('');
  const [comment, setComment] = useState('');
  const { errors, show } = useErrors();
  const [busy, run] = useBusy();
  const [ordering, setOrdering] = useState(false);
  const words = text().allocation;
  const chosen = projects.data?.items.find((item) => item.id === project);
  const projectMail = mail ?? String(chosen?.mail ?? '');
  const dirty = project !== given || Object.keys(counts).length > 0 || [mail, others, comment].some(Boolean);

  const judged = (): Errors => {
    if (project === undefined) return { project_id: message('required') };
    if (Object.keys(counts).length === 0) return { orders: words.nothing };
    return countProblems(counts, orders.data?.items ?? []);
  };
  const send = async () => {
    const mails = { project_mail: projectMail.trim() || null, others: addressesIn(others) };
    await call('assignment_create', {
      body: { project_id: project ?? 0, orders: sharesOf(counts), mails, comment: comment.trim() || null },
    });
    toast(text().done.allocated, 'success');
    onDone();
    onClose();
  };
  const submit = () =>
    run(async () => {
      if (show(judged())) return;
      try {
        await send();
      } catch (failure) {
        show(refusedBy(failure));
        void orders.refetch();
      }
    });
  const spoken = (name: string) => (errors[name] ? sayMessage(errors[name], language()) : undefined);
  const othersError =
    spoken('mails') ??
    Object.keys(errors)
      .filter((name) => name.startsWith('mails.others'))
      .map(spoken)[0];
  return (
    <FormDialog
      title={words.title}
      width={900}
      submit={words.submit}
      busy={busy}
      dirty={dirty}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        select
        required
        name="project_id"
        label={words.project}
        value={chosen ? project : ''}
        onChange={(event) => {
          setProject(Number(event.target.value));
          setCounts({});
          setMail(undefined);
        }}
        error={Boolean(errors.project_id)}
        helperText={spoken('project_id') ?? ' '}
        sx={{ mt: 1 }}
      >
        {projects.data?.items.map((item) => (
          <MenuItem key={item.id} value={item.id} disabled={!item.license_key}>
            {String(item.name)}
            {!item.license_key && ` — ${words.keyless}`}
          </MenuItem>
        ))}
      </TextField>
      <Typography component="h3" variant="h3" sx={{ my: 1 }}>
        {words.orders}
      </Typography>
      {project === undefined && <Typography color="text.secondary">{words.pickProject}</Typography>}
      {orders.data && orders.data.total > 0 && (
        <OrderTable orders={orders.data.items} counts={counts} errors={byOrder(counts, errors)} onChange={setCounts} />
      )}
      {orders.data?.total === 0 && (
        <Typography color="text.secondary">
          {words.noOrders} <Button onClick={() => setOrdering(true)}>{words.createOrder}</Button>
        </Typography>
      )}
      <FormHelperText error>{spoken('orders') ?? ' '}</FormHelperText>
      <Typography component="h3" variant="h3">
        {words.recipients}
      </Typography>
      <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5 }}>
        {recipientsHint && say(recipientsHint)}
      </Typography>
      <Box sx={{ display: 'grid', gap: 0.5, columnGap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <TextField
          name="project_mail"
          type="email"
          label={words.projectMail}
          value={projectMail}
          onChange={(event) => setMail(event.target.value)}
          error={Boolean(errors['mails.project_mail'])}
          helperText={spoken('mails.project_mail') ?? ' '}
        />
        <TextField
          name="others"
          label={words.others}
          value={others}
          onChange={(event) => setOthers(event.target.value)}
          error={Boolean(othersError)}
          helperText={othersError ?? ' '}
        />
      </Box>
      <TextField
        name="comment"
        label={text().order.reason}
        multiline
        minRows={2}
        value={comment}
        onChange={(event) => setComment(event.target.value)}
      />
      <Suspense fallback={null}>
        {ordering && <OrderCreate onClose={() => setOrdering(false)} onDone={() => void orders.refetch()} />}
      </Suspense>
    </FormDialog>
  );
}
