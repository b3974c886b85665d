import { Box, Button, List, ListItem, ListItemText, Typography } from '@mui/material';
import { type FormEvent, useState } from 'react';
import type { Entity } from '../../contract/entity.ts';
import type { RecordData } from '../custom/registry.tsx';
import { ApiError } from '../dataProvider/api.ts';
import { say, text } from '../i18n/text.ts';
import { useRole } from '../shell/useSession.ts';
import { AppDialog, questionWidth } from './AppDialog.tsx';
import type { BulkAction } from './bulk.ts';
import { FieldInputs } from './FieldInputs.tsx';
import { useFields } from './useFields.ts';

interface Result {
  id: number;
  name: string;
  problem: string | undefined;
}

const nameOf = (entity: Entity, record: RecordData): string => String(record[entity.title] ?? record.id);

interface DialogProps {
  entity: Entity;
  action: BulkAction;
  records: readonly RecordData[];
  onClose: () => void;
  onDone: () => void;
}

/** Asks once, does it row by row, and tells how each went. */
function BulkDialog({ entity, action, records, onClose, onDone }: DialogProps) {
  const [results, setResults] = useState<readonly Result[]>();
  const state = useFields(action.input ?? {}, {});
  const words = text().views;
  const send = async (input: Record<string, unknown>) => {
    const found: Result[] = [];
    for (const record of records) {
      const problem = await action.run(record, input).then(
        () => undefined,
        (failure) => (failure instanceof ApiError && failure.message) || text().errors.server,
      );
      found.push({ id: record.id, name: nameOf(entity, record), problem });
    }
    setResults(found);
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void state.submit(send);
  };
  const actions = (close: () => void) => (
    <>
      <Button onClick={close} disabled={state.busy}>
        {text().actions.close}
      </Button>
      {!results && (
        <Button
          type="submit"
          variant="contained"
          color={action.tone === 'danger' ? 'error' : 'primary'}
          disabled={state.busy}
        >
          {say(action.label)}
        </Button>
      )}
    </>
  );
  return (
    <AppDialog
      title={`${say(action.label)} · ${words.selected(records.length)}`}
      {...(!action.input && { width: questionWidth })}
      onClose={onClose}
      dirty={state.dirty && !results}
      form={submit}
      busy={state.busy}
      actions={actions}
    >
      {results ? (
        <List dense aria-label={words.results}>
          {results.map(({ id, name, problem }) => (
            <ListItem key={id} disableGutters>
              <ListItemText
                primary={name}
                secondary={problem ?? words.ok}
                slotProps={{ secondary: { sx: { color: problem ? 'error.main' : 'success.main' } } }}
              />
            </ListItem>
          ))}
        </List>
      ) : (
        <Box sx={{ pt: 1 }}>
          {action.input ? <FieldInputs fields={action.input} form={state} /> : text().ask.sure(say(action.label))}
        </Box>
      )}
    </AppDialog>
  );
}

interface Props {
  entity: Entity;
  actions: readonly BulkAction[];
  records: readonly RecordData[];
  onDone: () => void;
}

/** What can be done with the rows that are selected: each action takes those that it applies to. */
export function BulkBar({ entity, actions, records, onDone }: Props) {
  const role = useRole();
  const [running, setRunning] = useState<{ action: BulkAction; records: readonly RecordData[] }>();
  const offers = actions.flatMap((action) => {
    const fitting = role ? records.filter((record) => action.applies(record, role)) : [];
    return fitting.length > 0 ? [{ action, records: fitting }] : [];
  });
  return (
    <>
      {records.length > 0 && (
        <Box
          role="toolbar"
          aria-label={text().views.selected(records.length)}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            px: 2,
            py: 1,
            bgcolor: 'action.selected',
            flexWrap: 'wrap',
          }}
        >
          <Typography variant="body2" sx={{ fontWeight: 600, mr: 1 }}>
            {text().views.selected(records.length)}
          </Typography>
          {offers.map((offer) => (
            <Button
              key={offer.action.name}
              variant="outlined"
              color={offer.action.tone === 'danger' ? 'error' : 'primary'}
              onClick={() => setRunning(offer)}
            >
              {say(offer.action.label)} ({offer.records.length})
            </Button>
          ))}
        </Box>
      )}
      {running && <BulkDialog entity={entity} {...running} onClose={() => setRunning(undefined)} onDone={onDone} />}
    </>
  );
}
