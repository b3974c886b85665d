import { Alert, Box, Button, Checkbox, FormControlLabel } from '@mui/material';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useRefresh } from 'react-admin';
import {
  type ImportAnswer,
  type ImportField,
  type ImportMistake,
  maxImportMistakes,
} from '../../../contract/lists/import.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { saveFile } from '../../dataProvider/files/saveFile.ts';
import { failureText } from '../../dataProvider/http/failure.ts';
import { useNotice } from '../../dataProvider/useNotice.ts';
import { joinSentences } from '../../i18n/joinSentences.ts';
import { text, translate } from '../../i18n/text.ts';
import { DialogBody } from '../../ui/dialog/AppDialog.tsx';
import { useDialogFrame } from '../../ui/dialog/DialogFrameContext.ts';
import { numberText } from '../values/format.ts';
import { ImportProgress } from './ImportProgress.tsx';
import { RowsTable } from './RowsTable.tsx';
import {
  type ColumnMatches,
  type FileRows,
  type ImportSheet,
  mistakeLines,
  type SpoiltCell,
  spoiltCells,
  toCsv,
  writtenCells,
} from './sheet.ts';
import { type ImportCheck, useImport } from './useImport.ts';

interface Props {
  entity: Entity;
  file: FileRows;
  fields: readonly ImportField[];
  matches: ColumnMatches;
  sheet: ImportSheet;
  onBack: () => void;
  /** Goes back to the choice of a file. */
  onAgain: () => void;
  onClose: () => void;
}

/** Checks all rows at once, and again on request; the server stores nothing of it. */
function useImportCheck({ entity, sheet }: Props) {
  const { checked, check, run } = useImport(entity);
  const [failure, setFailure] = useState<string>();
  const startCheck = useCallback(() => {
    const work = new AbortController();
    setFailure(undefined);
    check(sheet, work.signal).catch((error) => !work.signal.aborted && setFailure(failureText(error)));
    return () => work.abort();
  }, [check, sheet]);
  useEffect(startCheck, [startCheck]);
  return { checked, run, failure, startCheck };
}

/** The number of new and changed records, whichever there are. */
function doneText(created: number, updated: number): string {
  const words = text().imports;
  if (updated === 0) return words.done(numberText(created));
  return created === 0 ? words.updated(numberText(updated)) : words.doneBoth(numberText(created), numberText(updated));
}

/** Writes the records. The dialog stays open while this runs, and if there are mistakes. */
function useImportRun(run: (onProgress: (done: number) => void) => Promise<ImportAnswer>, onClose: () => void) {
  const { setBusy } = useDialogFrame();
  /** The number of rows written so far; undefined before the import starts. */
  const [saved, setSaved] = useState<number>();
  const notice = useNotice();
  const refresh = useRefresh();
  const save = async () => {
    setBusy(true);
    setSaved(0);
    try {
      const { created, updated = 0, mistakes } = await run(setSaved);
      if (mistakes.length > 0) return;
      notice.success(doneText(created, updated));
      refresh();
      onClose();
    } catch (error) {
      notice.error(failureText(error));
    } finally {
      setBusy(false);
      setSaved(undefined);
    }
  };
  return { saved, save };
}

/** Saves the faulty rows as a file, each with its mistakes. */
function saveMistakes({ entity, file, fields }: Props, mistakes: readonly ImportMistake[]): void {
  const labels = new Map(fields.map(([name, { label }]) => [name, translate(label)]));
  const words = text().imports;
  const headings = { row: words.row, mistake: words.mistake };
  const lines = mistakeLines(file, mistakes, headings, (name) => labels.get(name) ?? name);
  saveFile(`${entity.name}-mistakes.csv`, toCsv(lines));
}

/** How many rows are new, change a record, change nothing, or are refused. */
function CountsAlert({ checked, all }: { checked: ImportCheck; all: number }) {
  const words = text().imports;
  const { counts, mistakes } = checked;
  const wrong = new Set(mistakes.map(({ row }) => row)).size;
  const summary = counts && words.counts(numberText(counts.new), numberText(counts.changed), numberText(counts.same));
  const hasOthers = counts !== undefined && counts.new + counts.changed + counts.same > 0;
  if (wrong > 0)
    return (
      <Alert severity="error">
        {joinSentences(words.wrong(numberText(wrong)), summary && hasOthers && words.otherRows(summary))}
      </Alert>
    );
  return <Alert severity="success">{summary ?? words.ready(numberText(all))}</Alert>;
}

interface CheckResultProps extends Props {
  checked: ImportCheck | undefined;
  failure: string | undefined;
  spoilt: readonly SpoiltCell[];
  /** Asks whether the cells that a spreadsheet has probably changed are right. */
  question: ReactNode;
  onRetry: () => void;
}

/** The progress of the check, and its result. */
function CheckResult(props: CheckResultProps) {
  const { sheet, file, fields, checked, failure, spoilt, question, onRetry } = props;
  const words = text().imports;
  const all = sheet.rows.length;
  if (failure)
    return (
      <Alert severity="error" action={<Button onClick={onRetry}>{text().list.retry}</Button>}>
        {failure}
      </Alert>
    );
  if (!checked || !isCheckDone(checked, sheet)) {
    const done = checked?.done ?? 0;
    return <ImportProgress label={words.checking(numberText(done), numberText(all))} done={done} all={all} />;
  }
  return (
    <>
      <CountsAlert checked={checked} all={all} />
      {question}
      <RowsTable sheet={sheet} file={file} fields={fields} checked={checked} spoilt={spoilt} />
    </>
  );
}

/** True if all rows were checked, or the limit of shown mistakes was reached. */
const isCheckDone = ({ done, mistakes }: ImportCheck, { rows }: ImportSheet): boolean =>
  done >= rows.length || mistakes.length >= maxImportMistakes;

/**
 * The cells that a spreadsheet has probably changed. They are imported only if the user says that they are right; nobody
 * is asked while other cells have mistakes.
 */
function useSpoiltCells({ file, matches, fields }: Props, checked: ImportCheck | undefined, isImportable: boolean) {
  const all = useMemo(() => spoiltCells(file, matches, fields), [file, matches, fields]);
  const spoilt = useMemo(() => (checked ? writtenCells(all, checked) : all), [all, checked]);
  const [isAccepted, setAccepted] = useState(false);
  const words = text().imports;
  const question = spoilt.length > 0 && (
    <Alert severity="warning">
      <Box>{words.spoilt(numberText(spoilt.length))}</Box>
      {isImportable && (
        <FormControlLabel
          control={<Checkbox checked={isAccepted} onChange={(_, isChecked) => setAccepted(isChecked)} />}
          label={words.acceptSpoilt}
          slotProps={{ typography: { variant: 'body2' } }}
        />
      )}
    </Alert>
  );
  return { spoilt, question, isAccepted: spoilt.length === 0 || isAccepted };
}

/** The number of rows that create or change a record. */
const writtenRows = ({ counts }: ImportCheck, all: number): number => (counts ? counts.new + counts.changed : all);

/** The third step: shows what would happen to each row, then imports all rows or none. */
export function CheckStep(props: Props) {
  const { sheet, onBack, onAgain, onClose } = props;
  const { checked, run, failure, startCheck } = useImportCheck(props);
  const { saved, save } = useImportRun((onProgress) => run(sheet, onProgress), onClose);
  const isSaving = saved !== undefined;
  const all = checked ? writtenRows(checked, sheet.rows.length) : sheet.rows.length;
  const words = text().imports;
  const mistakes = checked?.mistakes ?? [];
  const { spoilt, question, isAccepted } = useSpoiltCells(props, checked, mistakes.length === 0);
  const isChecked = checked !== undefined && isCheckDone(checked, sheet) && mistakes.length === 0 && !failure;
  const isReady = isChecked && isAccepted && all > 0;
  return (
    <DialogBody
      actions={
        <>
          {mistakes.length > 0 && (
            <Button onClick={() => saveMistakes(props, mistakes)} sx={{ mr: 'auto' }}>
              {words.saveMistakes}
            </Button>
          )}
          <Button onClick={onBack} disabled={isSaving}>
            {text().actions.back}
          </Button>
          {mistakes.length > 0 ? (
            <Button variant="contained" onClick={onAgain}>
              {words.chooseAnother}
            </Button>
          ) : (
            <Button variant="contained" disabled={!isReady || isSaving} onClick={() => void save()}>
              {words.run(numberText(isChecked ? all : sheet.rows.length))}
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {isSaving && <ImportProgress label={words.saving(numberText(saved), numberText(all))} done={saved} all={all} />}
        <CheckResult
          {...props}
          checked={checked}
          failure={failure}
          spoilt={spoilt}
          question={question}
          onRetry={startCheck}
        />
      </Box>
    </DialogBody>
  );
}
