import { Box, Button, LinearProgress, List, ListItem, ListItemText, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { useRefresh } from 'react-admin';
import { isFromRecord } from '../../../contract/conditions/fromRecord.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { isFromReference } from '../../../contract/schema/field/default.ts';
import type { Field, Fields } from '../../../contract/schema/field/field.ts';
import { bodyFromValues } from '../../dataProvider/forms/body.ts';
import { failureText } from '../../dataProvider/http/failure.ts';
import type { RecordData } from '../../dataProvider/RecordData.ts';
import { useConsoleDataProvider } from '../../dataProvider/useEndpoint.ts';
import { formatList } from '../../i18n/formatList.ts';
import { text, translate } from '../../i18n/text.ts';
import { AppDialog, DialogBody, questionWidth } from '../../ui/dialog/AppDialog.tsx';
import { useLeaveWarning } from '../../ui/dialog/useLeaveWarning.ts';
import { WithCodes } from '../../ui/WithCodes.tsx';
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
import { buttonText, leaveText, questionTexts } from './dialogText.ts';
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
  { entity, action }: BulkDialogProps,
  records: readonly RecordData[],
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
 * Returns a function that fetches records again: after a refusal, the action runs on them as they are by then. A record
 * that the reader no longer sees, or that cannot be fetched, stays as it was seen.
 */
function useFetchAgain({ name }: Entity) {
  const data = useConsoleDataProvider();
  return async (records: readonly RecordData[]): Promise<readonly RecordData[]> => {
    const ids = records.map(({ id }) => id);
    const found = await data.getMany<RecordData>(name, { ids, meta: { quiet: true } }).catch(() => ({ data: [] }));
    const now = new Map(found.data.map((record) => [record.id, record]));
    return records.map((record) => now.get(record.id) ?? record);
  };
}

/**
 * Runs a bulk action.
 * @returns The results so far, the records that are left (refused ones, and those after a stop), the number of records
 *   of this run, whether it runs, and functions to run it, to run it on those that are left, and to stop it.
 */
function useBulkRun(props: BulkDialogProps) {
  const { entity, action } = props;
  const [results, setResults] = useState<readonly BulkResult[]>();
  const [records, setRecords] = useState(props.records);
  const [isRunning, setRunning] = useState(false);
  const stop = useRef<AbortController>(undefined);
  const lastInput = useRef<FormValues>({});
  const refresh = useRefresh();
  const undoable = useUndoNotice(entity);
  const fetchAgain = useFetchAgain(entity);
  const done = new Set(results?.flatMap(({ id, problem }) => (problem === undefined ? [id] : [])));
  const left = records.filter(({ id }) => !done.has(id));
  const run = async (input: FormValues, isAgain = false) => {
    lastInput.current = input;
    setResults([]);
    setRunning(true);
    stop.current = new AbortController();
    const chosen = isAgain ? await fetchAgain(left) : records;
    setRecords(chosen);
    const all = await runAll(props, chosen, input, stop.current.signal, setResults);
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
  const runAgain = () => run(lastInput.current, true);
  return { results, left, count: records.length, isRunning, run, runAgain, stop: () => stop.current?.abort() };
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

interface BulkOutcomeProps {
  results: readonly BulkResult[];
  /** The number of records that the action did not run on, since it was stopped. */
  skipped: number;
  onAgain: () => void;
  onClose: () => void;
}

/** How many records were done and how many refused, with the reasons, the refused ones first. */
function BulkOutcome({ results, skipped, onAgain, onClose }: BulkOutcomeProps) {
  const words = text().views;
  const refused = results.filter(({ problem }) => problem !== undefined);
  const done = results.filter(({ problem }) => problem === undefined);
  const mayRunAgain = refused.length + skipped > 0;
  return (
    <DialogBody
      actions={
        <>
          {mayRunAgain && <Button onClick={onAgain}>{words.runAgain}</Button>}
          <Button autoFocus onClick={onClose}>
            {text().actions.close}
          </Button>
        </>
      }
    >
      <Typography role="status" sx={{ fontWeight: 600, mb: 1 }}>
        {refused.length > 0
          ? words.partlyDone(numberText(done.length), numberText(refused.length))
          : words.allDone(numberText(done.length))}
      </Typography>
      {skipped > 0 && <Typography sx={{ mb: 1 }}>{words.stopped(numberText(skipped))}</Typography>}
      {mayRunAgain && (
        <Typography color="text.secondary" sx={{ mb: 1 }}>
          {words.staySelected}
        </Typography>
      )}
      <ResultList results={[...refused, ...done]} />
    </DialogBody>
  );
}

/**
 * Asks once, runs the action on each record, and shows the result of each. Leaving meanwhile (Escape, or a click
 * outside) stops the run; the results until then are shown. The records that were not done stay selected.
 */
export function BulkDialog(props: BulkDialogProps) {
  const { entity, action, records, onClose, onDone } = props;
  const { inputs } = useOverrides(entity.name);
  const { results, left, count, isRunning, run, runAgain, stop } = useBulkRun(props);
  const leave = () => {
    onClose();
    if (results) onDone(left.map(({ id }) => id));
  };
  const fields = inputOfMany(action.input);
  const unchanged = unchangedLabels(entity, fields);
  const label = buttonText(entity, action, records);
  const title = `${translate(action.label)} · ${text().views.selected(count)}`;
  return (
    <AppDialog title={title} {...(!action.input && { width: questionWidth })} onClose={isRunning ? stop : leave}>
      {results && isRunning && <BulkProgress done={results.length} total={count} onStop={stop} />}
      {results && !isRunning && (
        <BulkOutcome
          results={results}
          skipped={count - results.length}
          onAgain={() => void runAgain()}
          onClose={leave}
        />
      )}
      {!results && (
        <DialogForm
          submit={`${label} (${numberText(records.length)})`}
          danger={action.tone === 'danger'}
          resolver={contractResolver(fields)}
          defaultValues={defaultValues(entity.contract, fields)}
          leave={leaveText(label)}
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

/** True if the input starts with a value of each record, or of one that each record refers to. */
const startsWithEach = (input: Fields, { default: start }: Field): boolean =>
  isFromRecord(start) || (isFromReference(start) && !Object.hasOwn(input, start.from));

/** The inputs for several records: one that starts with a value of each record may be left empty, and keeps it. */
const inputOfMany = (input: Fields = {}): Fields =>
  Object.fromEntries(
    Object.entries(input).map(([name, field]) => [
      name,
      startsWithEach(input, field) ? { ...field, required: false } : field,
    ]),
  );

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
        <div key={text}>
          <WithCodes>{text}</WithCodes>
        </div>
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
