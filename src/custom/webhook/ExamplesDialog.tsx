import { Alert, Autocomplete, Box, Button, CircularProgress, TextField, Typography } from '@mui/material';
import { useState } from 'react';
import type { EventType } from '../../../contract/events/eventTypes.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { useEndpointQuery } from '../../dataProvider/useEndpoint.ts';
import { text, translate } from '../../i18n/text.ts';
import { useContract } from '../../resources/ContractContext.ts';
import type { DialogProps } from '../../resources/overrides.ts';
import { AppDialog, DialogBody } from '../../ui/dialog/AppDialog.tsx';
import { codeBlock } from '../programs/codeBlock.ts';
import { heardEvents } from './eventOptions.ts';
import { GuideLinks } from './GuideLinks.tsx';

/** The body of an event, as this role would be sent it. */
function Example({ type }: { type: string }) {
  const { data, error, refetch } = useEndpointQuery('webhook_example', { path: { type } });
  const words = text();
  if (error)
    return (
      <Alert severity="error" action={<Button onClick={() => refetch()}>{words.list.retry}</Button>}>
        {error.message}
      </Alert>
    );
  if (!data) return <CircularProgress size={24} aria-label={words.webhook.examples} />;
  return (
    <Box
      component="pre"
      translate="no"
      tabIndex={0}
      sx={{ ...codeBlock, m: 0, maxHeight: '50vh', overflow: 'auto' }}
      data-testid="example"
    >
      {JSON.stringify(data, null, 2)}
    </Box>
  );
}

/** The events that a webhook can subscribe to, each with an example (issue 34). */
export default function ExamplesDialog({ onClose }: DialogProps) {
  const events = heardEvents(useContract(), useRole());
  const [event, setEvent] = useState<EventType | null>(null);
  const words = text();
  return (
    <AppDialog title={words.webhook.examples} width={720} onClose={onClose}>
      <DialogBody
        actions={
          <Button variant="contained" onClick={onClose}>
            {words.actions.close}
          </Button>
        }
      >
        <Autocomplete
          options={events}
          groupBy={({ entity }) => translate(entity.labels)}
          getOptionLabel={({ type, label }) => `${type} · ${translate(label)}`}
          isOptionEqualToValue={(one, other) => one.type === other.type}
          noOptionsText={words.webhook.noEvents}
          value={event}
          onChange={(_event, next) => setEvent(next)}
          renderInput={(params) => <TextField {...params} label={words.webhook.filter} autoFocus />}
          sx={{ mt: 1, mb: 2 }}
        />
        {event ? (
          <Example key={event.type} type={event.type} />
        ) : (
          <Typography sx={{ color: 'text.secondary' }}>{words.webhook.choose}</Typography>
        )}
        <Box sx={{ mt: 2 }}>
          <GuideLinks />
        </Box>
      </DialogBody>
    </AppDialog>
  );
}
