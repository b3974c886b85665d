import { Box, Button, List, ListItem, ListItemText, Typography } from '@mui/material';
import { useState } from 'react';
import type { Entity } from '../../../contract/entity.ts';
import type { Fields } from '../../../contract/field.ts';
import { bodyOf } from '../../dataProvider/body.ts';
import { failureText } from '../../dataProvider/failure.ts';
import type { RecordData } from '../../dataProvider/record.ts';
import { text, translate } from '../../i18n/text.ts';
import { nameOf } from '../cells.tsx';
import { contractResolver, type Values } from '../form/contractResolver.ts';
import { DialogForm } from '../form/DialogForm.tsx';
import { enteredOf } from '../form/entered.ts';
import { FieldInputs } from '../form/FieldInputs.tsx';
import { defaultValues } from '../form/starts.ts';
import { type RunnableAction, useOverrides } from '../overrides.ts';
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
  const { entity, action, records, onClose } = props;
  const { inputs } = useOverrides(entity.name);
  const [results, setResults] = useState<readonly Result[]>();
  const fields = action.input ?? {};
  const run = async (values: Values) => setResults(await runAll(props, enteredOf(bodyOf(fields, values))));
  const title = `${translate(action.label)} · ${text().views.selected(records.length)}`;
  return (
    <AppDialog title={title} {...(!action.input && { width: questionWidth })} onClose={onClose}>
      {results ? (
        <DialogBody actions={<Button onClick={onClose}>{text().actions.close}</Button>}>
          <Results results={results} />
        </DialogBody>
      ) : (
        <DialogForm
          submit={`${translate(action.label)} (${records.length})`}
          danger={action.tone === 'danger'}
          resolver={contractResolver(fields)}
          defaultValues={defaultValues(fields)}
          leave={text().actions.back}
          onSubmit={run}
        >
          <Box sx={{ display: 'grid', gap: 2 }}>
            <Concerned entity={entity} records={records} />
            {action.confirm && <div>{translate(action.confirm)}</div>}
            {!action.confirm && !action.input && <div>{text().ask.sure(translate(action.label))}</div>}
            {action.input && <FieldInputs fields={fields} inputs={inputs} />}
            {keeps(entity, fields) && <Typography color="text.secondary">{text().views.keeps}</Typography>}
          </Box>
        </DialogForm>
      )}
    </AppDialog>
  );
}

/** Is anything asked for that the records have already, and may keep? */
const keeps = (entity: Entity, fields: Fields): boolean =>
  Object.entries(fields).some(([name, field]) => !field.required && Object.hasOwn(entity.fields, name));

/** The records that it is done to, by their names. */
const Concerned = ({ entity, records }: Pick<DialogProps, 'entity' | 'records'>) => (
  <Box
    component="ul"
    aria-label={translate(entity.labels)}
    sx={{
      m: 0,
      p: 0,
      listStyle: 'none',
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 2,
      maxHeight: 140,
      overflowY: 'auto',
    }}
  >
    {records.map((record) => (
      <li key={record.id}>{nameOf(entity, record)}</li>
    ))}
  </Box>
);

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
