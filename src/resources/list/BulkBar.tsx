import { Box, Button, List, ListItem, ListItemText, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetMany, useListContext } from 'react-admin';
import type { Entity } from '../../../contract/entity.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { bodyOf } from '../../dataProvider/body.ts';
import { failureText } from '../../dataProvider/failure.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { say, text } from '../../i18n/text.ts';
import { AppDialog, DialogBody, questionWidth } from '../dialog/AppDialog.tsx';
import { useOpenDialog } from '../dialog/DialogHost.tsx';
import { contractResolver, defaultValues, type Values } from '../form/contractResolver.ts';
import { DialogForm } from '../form/DialogForm.tsx';
import { FieldInputs } from '../form/FieldInputs.tsx';
import type { RunnableAction } from '../overrides.ts';
import { useBulk } from './useBulk.ts';

interface Result {
  id: number;
  name: string;
  problem: string | undefined;
}

const nameOf = (entity: Entity, record: RecordData): string => String(record[entity.title] ?? record.id);

interface DialogProps {
  entity: Entity;
  action: RunnableAction;
  records: readonly RecordData[];
  onClose: () => void;
}

/** Each record on its own, one after the other: one that is refused does not keep the next from its turn. */
async function runAll({ entity, action, records }: DialogProps, input: Values): Promise<Result[]> {
  const results: Result[] = [];
  for (const record of records) {
    const problem = await action.run(record, input).then(() => undefined, failureText);
    results.push({ id: record.id, name: nameOf(entity, record), problem });
  }
  return results;
}

/** Asks once, does it row by row, and tells how each went. */
function BulkDialog(props: DialogProps) {
  const { action, records, onClose } = props;
  const [results, setResults] = useState<readonly Result[]>();
  const fields = action.input ?? {};
  const run = async (values: Values) => setResults(await runAll(props, bodyOf(fields, values)));
  const title = `${say(action.label)} · ${text().views.selected(records.length)}`;
  return (
    <AppDialog title={title} {...(!action.input && { width: questionWidth })} onClose={onClose}>
      {results ? (
        <DialogBody actions={<Button onClick={onClose}>{text().actions.close}</Button>}>
          <Results results={results} />
        </DialogBody>
      ) : (
        <DialogForm
          submit={say(action.label)}
          danger={action.tone === 'danger'}
          resolver={contractResolver(fields)}
          defaultValues={defaultValues(fields)}
          leave={text().actions.close}
          onSubmit={run}
        >
          <Box sx={{ pt: 1 }}>
            {action.input ? <FieldInputs fields={fields} /> : text().ask.sure(say(action.label))}
          </Box>
        </DialogForm>
      )}
    </AppDialog>
  );
}

const Results = ({ results }: { results: readonly Result[] }) => (
  <List dense aria-label={text().views.results}>
    {results.map(({ id, name, problem }) => (
      <ListItem key={id} disableGutters>
        <ListItemText
          primary={name}
          secondary={problem ?? text().views.ok}
          slotProps={{ secondary: { sx: { color: problem ? 'error.main' : 'success.main' } } }}
        />
      </ListItem>
    ))}
  </List>
);

/** The records that are selected, also those on other pages. */
function useSelected(): readonly RecordData[] {
  const { resource, selectedIds = [], data = [] } = useListContext<RecordData>();
  const here = data.filter(({ id }) => selectedIds.includes(id));
  const elsewhere = selectedIds.filter((id) => !here.some((record) => record.id === id));
  const found = useGetMany<RecordData>(resource, { ids: elsewhere }, { enabled: elsewhere.length > 0 });
  return [...here, ...(elsewhere.length > 0 ? (found.data ?? []) : [])].filter(Boolean);
}

/** What can be done with the rows that are selected: each action takes those that it applies to. */
export function BulkBar({ entity }: { entity: Entity }) {
  const role = useRole();
  const openDialog = useOpenDialog();
  const { selectedIds = [], onUnselectItems } = useListContext<RecordData>();
  const actions = useBulk(entity);
  const records = useSelected();
  if (selectedIds.length === 0) return null;
  const offers = actions.flatMap((action) => {
    const fitting = role ? records.filter((record) => action.applies(record, role)) : [];
    return fitting.length > 0 ? [{ action, records: fitting }] : [];
  });
  const open = (offer: (typeof offers)[number]) =>
    openDialog((close) => (
      <BulkDialog
        entity={entity}
        {...offer}
        onClose={() => {
          onUnselectItems();
          close();
        }}
      />
    ));
  return (
    <Box
      role="toolbar"
      aria-label={text().views.selected(selectedIds.length)}
      sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1, bgcolor: 'action.selected', flexWrap: 'wrap' }}
    >
      <Typography variant="body2" sx={{ fontWeight: 600, mr: 1 }}>
        {text().views.selected(selectedIds.length)}
      </Typography>
      {offers.map((offer) => (
        <Button
          key={offer.action.name}
          variant="outlined"
          color={offer.action.tone === 'danger' ? 'error' : 'primary'}
          onClick={() => open(offer)}
        >
          {say(offer.action.label)} ({offer.records.length})
        </Button>
      ))}
      <Button onClick={() => onUnselectItems()}>{text().views.unselect}</Button>
    </Box>
  );
}
