import { Box, Button, LinearProgress, List, ListItem, ListItemText, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useRefresh } from 'react-admin';
import type { Entity } from '../../../contract/schema/entity.ts';
import type { Fields } from '../../../contract/schema/field/field.ts';
import { bodyFromValues } from '../../dataProvider/forms/body.ts';
import { failureText } from '../../dataProvider/http/failure.ts';
import { formatList } from '../../i18n/formatList.ts';
import { text, translate } from '../../i18n/text.ts';
import { AppDialog, DialogBody, questionWidth } from '../../ui/dialog/AppDialog.tsx';
import { useLeaveWarning } from '../../ui/dialog/useLeaveWarning.ts';
import type { BulkDialogProps } from '../dialogSlots.ts';
import { DialogForm } from '../form/DialogForm.tsx';
import { enteredValues } from '../form/enteredValues.ts';
import { FieldInputs } from '../form/FieldInputs.tsx';
import { FollowDefaults } from '../form/FollowDefaults.tsx';
import { contractResolver, type FormValues } from '../formState/contractResolver.ts';
import { defaultValues } from '../formState/defaultValues.ts';
import { useOverrides } from '../overrides.ts';
import { nameOf } from '../values/Cell.tsx';
import { numberText } from '../values/format.ts';
import { buttonText, questionTexts } from './dialogText.ts';
import { useUndoNotice } from './UndoNotice.tsx';

interface BulkResult {
  id: number;
  name: string;
  problem: string | undefined;
}

type OnResults = (results: readonly BulkResult[]) => void;

/**
 * Runs the action on each record, one after the other. A refused record does not stop the others; a stop leaves the
 * remaining records unchanged.
 */
async function runAll(
  { entity, action, records }: BulkDialogProps,
  input: FormValues,
  stop: AbortSignal,
  onStep: OnResults,
) {
  const results: BulkResult[] = [];
  for (const record of records) {
    if (stop.aborted) break;
    const problem = await action.run(record, input).then(() => undefined, failureText);
    results.push({ id: record.id, name: nameOf(entity, record), problem });
    onStep([...results]);
  }
  return results;
}

/**
 * Runs a bulk action.
 * @returns The results so far, whether it runs, and functions to run and to stop it.
 */
function useBulkRun(props: BulkDialogProps) {
  const { entity, action } = props;
  const [results, setResults] = useState<readonly BulkResult[]>();
  const [isRunning, setRunning] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const refresh = useRefresh();
  const undoable = useUndoNotice(entity);
  const run = async (input: FormValues) => {
    setResults([]);
    setRunning(true);
    stop.current = new AbortController();
    const all = await runAll(props, input, stop.current.signal, setResults);
    setRunning(false);
    refresh();
    const done = all.filter(({ problem }) => problem === undefined);
    if (action.restorable && done.length > 0)
      undoable(
        done.map(({ id }) => id),
        done[0]?.name ?? '',
      );
  };
  // When the dialog is gone, nobody would see the results.
  useEffect(() => () => stop.current?.abort(), []);
  useLeaveWarning(isRunning);
  return { results, isRunning, run, stop: () => stop.current?.abort() };
}

/** The progress of the run, with a button to stop it. */
function BulkProgress({ done, total, onStop }: { done: number; total: number; onStop: () => void }) {
  const words = text().views;
  return (
    <DialogBody actions={<Button onClick={onStop}>{words.stop}</Button>}>
      <Typography role="status" sx={{ mb: 1.5 }}>
        {words.running(numberText(done), numberText(total))}
      </Typography>
      <LinearProgress variant="determinate" value={(done / total) * 100} aria-label={words.results} />
    </DialogBody>
  );
}

/**
 * Asks once, runs the action on each record, and shows the result of each. Leaving meanwhile (Escape, or a click
 * outside) stops the run; the results until then are shown.
 */
export function BulkDialog(props: BulkDialogProps) {
  const { entity, action, records, onClose, onDone } = props;
  const { inputs } = useOverrides(entity.name);
  const { results, isRunning, run, stop } = useBulkRun(props);
  const leave = () => {
    onClose();
    if (results) onDone();
  };
  const fields = action.input ?? {};
  const unchanged = unchangedLabels(entity, fields);
  const label = buttonText(entity, action, records);
  const title = `${label} · ${text().views.selected(records.length)}`;
  return (
    <AppDialog title={title} {...(!action.input && { width: questionWidth })} onClose={isRunning ? stop : leave}>
      {results && isRunning && <BulkProgress done={results.length} total={records.length} onStop={stop} />}
      {results && !isRunning && (
        <DialogBody
          actions={
            <Button autoFocus onClick={leave}>
              {text().actions.close}
            </Button>
          }
        >
          {results.length < records.length && (
            <Typography sx={{ mb: 1 }}>{text().views.stopped(numberText(records.length - results.length))}</Typography>
          )}
          <ResultList results={results} />
        </DialogBody>
      )}
      {!results && (
        <DialogForm
          submit={`${label} (${records.length})`}
          danger={action.tone === 'danger'}
          resolver={contractResolver(fields)}
          defaultValues={defaultValues(entity.contract, fields)}
          leave={text().actions.back}
          draft={{ name: `bulk ${entity.name} ${action.name} ${records.map(({ id }) => id).join()}`, fields }}
          onSubmit={(values) => run(enteredValues(bodyFromValues(fields, values)))}
        >
          <Box sx={{ display: 'grid', gap: 2 }}>
            <RecordNameList entity={entity} records={records} />
            <QuestionList texts={questionTexts(entity, action, records)} />
            {!action.confirm && !action.input && <div>{text().ask.confirmAction(translate(action.label))}</div>}
            <FollowDefaults fields={fields} all={fields} />
            {action.input && <FieldInputs fields={fields} inputs={inputs} />}
            {unchanged.length > 0 && (
              <Typography color="text.secondary">{text().views.unchangedIfBlank(formatList(unchanged))}</Typography>
            )}
          </Box>
        </DialogForm>
      )}
    </AppDialog>
  );
}

/** The labels of the optional inputs that are fields of the records: left empty, they remain unchanged. */
const unchangedLabels = (entity: Entity, fields: Fields): string[] =>
  Object.entries(fields)
    .filter(([name, field]) => !field.required && Object.hasOwn(entity.fields, name))
    .map(([, field]) => translate(field.label));

/** The names of the selected records. */
const RecordNameList = ({ entity, records }: Pick<BulkDialogProps, 'entity' | 'records'>) => (
  <Box
    component="ul"
    aria-label={translate(entity.labels)}
    sx={{
      m: 0,
      p: 0,
      pb: 1,
      listStyle: 'none',
      display: 'flex',
      flexWrap: 'wrap',
      columnGap: 2,
      // Align the digits of codes in columns.
      fontVariantNumeric: 'tabular-nums',
      maxHeight: 140,
      overflowY: 'auto',
    }}
  >
    {records.map((record) => (
      <li key={record.id}>{nameOf(entity, record)}</li>
    ))}
  </Box>
);

/** The questions of the action, one for each record whose text differs. */
const QuestionList = ({ texts }: { texts: readonly string[] }) =>
  texts.length > 0 && (
    <Box sx={{ maxHeight: 140, overflowY: 'auto' }}>
      {texts.map((text) => (
        <div key={text}>{text}</div>
      ))}
    </Box>
  );

const ResultList = ({ results }: { results: readonly BulkResult[] }) => (
  <List dense aria-label={text().views.results}>
    {results.map(({ id, name, problem }) => (
      <ListItem key={id} disableGutters>
        <ListItemText
          primary={name}
          secondary={problem ?? text().views.succeeded}
          slotProps={{ secondary: { sx: { color: problem ? 'error.main' : 'success.main' } } }}
        />
      </ListItem>
    ))}
  </List>
);
