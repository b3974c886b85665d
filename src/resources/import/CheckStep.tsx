import { Alert, Box, Button, LinearProgress, Typography } from '@mui/material';
import { useCallback, useEffect, useState } from 'react';
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
import { text, translate } from '../../i18n/text.ts';
import { DialogBody } from '../../ui/dialog/AppDialog.tsx';
import { useDialogFrame, useDirtyPart } from '../../ui/dialog/DialogFrameContext.ts';
import { numberText } from '../values/format.ts';
import { RowsTable } from './RowsTable.tsx';
import type { FileRows } from './readFile.ts';
import { type ImportSheet, mistakeLines, toCsv } from './sheet.ts';
import { type ImportCheck, useImport } from './useImport.ts';

interface Props {
  entity: Entity;
  file: FileRows;
  fields: readonly ImportField[];
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

/** Creates the records. The dialog stays open while this runs, and if nothing was created. */
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
      const { created } = await run(setSaved);
      if (created === 0) return;
      notice.success(text().imports.done(numberText(created)));
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

function ImportProgress({ label, done, all }: { label: string; done: number; all: number }) {
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Typography role="status">{label}</Typography>
      <LinearProgress variant="determinate" value={(done / all) * 100} color="secondary" aria-label={label} />
    </Box>
  );
}

/** Saves the faulty rows as a file, each with its mistakes. */
function saveMistakes({ entity, file, fields }: Props, mistakes: readonly ImportMistake[]): void {
  const labels = new Map(fields.map(([name, { label }]) => [name, translate(label)]));
  const lines = mistakeLines(file, mistakes, text().imports.mistake, (name) => labels.get(name) ?? name);
  saveFile(`${entity.name}-mistakes.csv`, toCsv(lines));
}

interface CheckResultProps extends Props {
  checked: ImportCheck | undefined;
  failure: string | undefined;
  onRetry: () => void;
}

/** The progress of the check, and its result. */
function CheckResult({ sheet, fields, checked, failure, onRetry }: CheckResultProps) {
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
  const wrong = new Set(checked.mistakes.map(({ row }) => row)).size;
  return (
    <>
      {wrong === 0 && <Alert severity="success">{words.ready(numberText(all))}</Alert>}
      {wrong > 0 && <Alert severity="error">{words.wrong(numberText(wrong))}</Alert>}
      <RowsTable sheet={sheet} fields={fields} mistakes={checked.mistakes} />
    </>
  );
}

/** True if all rows were checked, or the limit of shown mistakes was reached. */
const isCheckDone = ({ done, mistakes }: ImportCheck, { rows }: ImportSheet): boolean =>
  done >= rows.length || mistakes.length >= maxImportMistakes;

/** The third step: shows what would happen to each row, then imports all rows or none. */
export function CheckStep(props: Props) {
  const { sheet, onBack, onAgain, onClose } = props;
  const { checked, run, failure, startCheck } = useImportCheck(props);
  const { saved, save } = useImportRun((onProgress) => run(sheet, onProgress), onClose);
  const isSaving = saved !== undefined;
  const all = sheet.rows.length;
  const words = text().imports;
  useDirtyPart('import', true);
  const mistakes = checked?.mistakes ?? [];
  const isReady = checked !== undefined && isCheckDone(checked, sheet) && mistakes.length === 0 && !failure;
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
              {words.run(numberText(all))}
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ display: 'grid', gap: 2 }}>
        {isSaving && <ImportProgress label={words.saving(numberText(saved), numberText(all))} done={saved} all={all} />}
        <CheckResult {...props} checked={checked} failure={failure} onRetry={startCheck} />
      </Box>
    </DialogBody>
  );
}
