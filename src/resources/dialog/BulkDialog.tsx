import { Box, Button, List, ListItem, ListItemText } from '@mui/material';
import { useState } from 'react';
import type { Entity } from '../../../contract/entity.ts';
import { bodyOf } from '../../dataProvider/body.ts';
import { failureText } from '../../dataProvider/failure.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { text, translate } from '../../i18n/text.ts';
import { nameOf } from '../cells.tsx';
import { contractResolver, defaultValues, type Values } from '../form/contractResolver.ts';
import { DialogForm } from '../form/DialogForm.tsx';
import { FieldInputs } from '../form/FieldInputs.tsx';
import type { RunnableAction } from '../overrides.ts';
import { AppDialog, DialogBody, questionWidth } from './AppDialog.tsx';

interface Result {
  id: number;
  name: string;
  problem: string | undefined;
}

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
export function BulkDialog(props: DialogProps) {
  const { action, records, onClose } = props;
  const [results, setResults] = useState<readonly Result[]>();
  const fields = action.input ?? {};
  const run = async (values: Values) => setResults(await runAll(props, bodyOf(fields, values)));
  const title = `${translate(action.label)} · ${text().views.selected(records.length)}`;
  return (
    <AppDialog title={title} {...(!action.input && { width: questionWidth })} onClose={onClose}>
      {results ? (
        <DialogBody actions={<Button onClick={onClose}>{text().actions.close}</Button>}>
          <Results results={results} />
        </DialogBody>
      ) : (
        <DialogForm
          submit={translate(action.label)}
          danger={action.tone === 'danger'}
          resolver={contractResolver(fields)}
          defaultValues={defaultValues(fields)}
          leave={text().actions.close}
          onSubmit={run}
        >
          <Box sx={{ pt: 1 }}>
            {action.input ? <FieldInputs fields={fields} /> : text().ask.sure(translate(action.label))}
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
