import { Alert, Box, Button, Paper, Typography } from '@mui/material';
import { type FormEvent, useState } from 'react';
import { otherCalls } from '../../../contract/calls/other.ts';
import type { Body } from '../../../contract/calls.ts';
import type { Field } from '../../../contract/field.ts';
import { call } from '../../dataProvider/call.ts';
import { text } from '../../i18n/text.ts';
import { FieldInput } from '../../resources/FieldInput.tsx';
import { useFields } from '../../resources/useFields.ts';

const fields = otherCalls.subscription_create.body as unknown as Readonly<Record<string, Field>>;
const rows = [['company'], ['contact_man', 'contact_phone'], ['contact_mail'], ['wish', 'hosts'], ['comment']];

/** The public form for a subscription (B26, R-ROUTE-03); it stands outside the shell, for everybody. */
export default function SubscriptionPage() {
  const [code, setCode] = useState<string>();
  const state = useFields(fields, { hosts: 1 });
  const words = text().subscription;
  const send = async (body: Record<string, unknown>) => {
    const answer = await call('subscription_create', { body: body as unknown as Body<'subscription_create'> });
    setCode(answer.code);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void state.submit(send);
  };
  const input = (name: string) => (
    <FieldInput
      key={name}
      name={name}
      field={fields[name] as Field}
      value={state.values[name]}
      onChange={(value) => state.set(name, value)}
      onBlur={() => state.blur(name)}
      error={state.errors[name]}
    />
  );
  return (
    <Box
      component="main"
      sx={{ minHeight: '100vh', display: 'grid', justifyItems: 'center', alignContent: 'start', p: { xs: 2, sm: 5 } }}
    >
      <Paper variant="outlined" sx={{ p: { xs: 2.5, sm: 4 }, width: 'min(680px, 100%)' }}>
        <Typography component="h1" variant="h1">
          {words.title}
        </Typography>
        <Typography color="text.secondary" sx={{ mb: 3 }}>
          {words.intro}
        </Typography>
        {code ? (
          <>
            <Alert severity="success" sx={{ mb: 2 }}>
              {words.done(code)}
            </Alert>
            <Button onClick={() => setCode(undefined)}>{words.another}</Button>
          </>
        ) : (
          <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 0.5 }}>
            {rows.map((row) => (
              <Box
                key={row.join()}
                sx={{
                  display: 'grid',
                  columnGap: 2,
                  gridTemplateColumns: { xs: '1fr', sm: `repeat(${row.length}, 1fr)` },
                }}
              >
                {row.map(input)}
              </Box>
            ))}
            <Button type="submit" variant="contained" size="large" disabled={state.busy} sx={{ justifySelf: 'start' }}>
              {words.submit}
            </Button>
          </Box>
        )}
      </Paper>
    </Box>
  );
}
