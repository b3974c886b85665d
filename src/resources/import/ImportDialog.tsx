import { Alert, Box, Button } from '@mui/material';
import { useEffect, useMemo, useRef, useState } from 'react';
import {
  type ImportField,
  type ImportKey,
  importableFields,
  importKeysFor,
  matchHeadings,
  updatableFields,
} from '../../../contract/lists/import.ts';
import type { Role } from '../../../contract/schema/access.ts';
import type { Entity } from '../../../contract/schema/entity.ts';
import { useRole } from '../../authProvider/useSession.ts';
import { text, translate } from '../../i18n/text.ts';
import { AppDialog } from '../../ui/dialog/AppDialog.tsx';
import { useDirtyPart } from '../../ui/dialog/DialogFrameContext.ts';
import type { EntityDialogProps } from '../dialogSlots.ts';
import { CheckStep } from './CheckStep.tsx';
import { FileStep, problemText } from './FileStep.tsx';
import { ImportProgress } from './ImportProgress.tsx';
import { type ImportFileDraft, readImportDraft, removeImportDraft, writeImportDraft } from './importDraft.ts';
import { MatchStep } from './MatchStep.tsx';
import { SourceSettings } from './SourceSettings.tsx';
import { type ColumnPicks, carryPicks, matchColumns, toFileRows, toImportSheet } from './sheet.ts';
import { type ImportFile, useImportFile } from './useImportFile.ts';

const fieldsFor = (entity: Entity, role: Role, key: string | undefined): ImportField[] =>
  key === undefined ? importableFields(entity, role) : updatableFields(entity, role, key);

/**
 * The key by which the rows of an export are matched: the number of the record, where the file has it. A heading that
 * is that of another field as well is not the record's number.
 */
function keyOfExport(headings: readonly string[], keys: readonly ImportKey[], others: readonly ImportField[]) {
  const id = keys.find(({ name }) => name === 'id');
  return id && matchHeadings([...others, ...id.fields], headings).includes('id') ? 'id' : undefined;
}

/** What the user has chosen about a file. */
interface FileChoices {
  readonly file: ImportFile;
  readonly importKey: string | undefined;
  readonly picks: ColumnPicks;
  readonly isConfirmed: boolean;
}

const headingsOf = ({ table, rowChoice }: ImportFile): readonly string[] => toFileRows(table, rowChoice).headings;

/** The file, and the fields of its columns: those that the user chose, the others by the headings and the key. */
function useFileChoices(entity: Entity) {
  const role = useRole();
  const keys = useMemo(() => importKeysFor(entity, role), [entity, role]);
  const [chosen, setChosen] = useState<FileChoices>();
  /** What was chosen before a reload. */
  const restore = (file: ImportFile, { importKey, picks = [], isConfirmed }: ImportFileDraft) =>
    setChosen({ file, importKey, picks, isConfirmed });
  const take = (file: ImportFile) => {
    const headings = headingsOf(file);
    const importKey = chosen ? chosen.importKey : keyOfExport(headings, keys, fieldsFor(entity, role, undefined));
    const picks = chosen ? carryPicks(chosen.picks, headingsOf(chosen.file), headings) : [];
    const isConfirmed = chosen?.file.table === file.table && chosen.isConfirmed;
    setChosen({ file, importKey, picks, isConfirmed });
  };
  const change = (some: Partial<FileChoices>) => setChosen((now) => now && { ...now, ...some });
  const pick = (at: number, name: string | null) =>
    setChosen(
      (now) => now && { ...now, picks: headingsOf(now.file).map((_, one) => (one === at ? name : now.picks[one])) },
    );
  const fields = useMemo(() => fieldsFor(entity, role, chosen?.importKey), [entity, role, chosen?.importKey]);
  const matches = useMemo(
    () => (chosen ? matchColumns(fields, headingsOf(chosen.file), chosen.picks) : []),
    [fields, chosen],
  );
  return { keys, fields, chosen, matches, take, restore, change, pick };
}

/** Reads the file again as the user chooses. */
function ReadAgain({ choices, reading }: { choices: ReturnType<typeof useFileChoices>; reading: Reading }) {
  const { chosen, take, change } = choices;
  const { part, problem, read, stop } = reading;
  if (!chosen) return null;
  return (
    <>
      <SourceSettings
        file={chosen.file}
        isConfirmed={chosen.isConfirmed}
        onConfirm={() => change({ isConfirmed: true })}
        onRead={(wanted) => void read(chosen.file.content, wanted)}
        onRows={take}
      />
      {part !== undefined && (
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'end', '& > :first-of-type': { flex: 1 } }}>
          <ImportProgress label={text().imports.reading} done={part} all={1} />
          <Button onClick={stop}>{text().imports.stopReading}</Button>
        </Box>
      )}
      {problem && <Alert severity="error">{problemText(problem)}</Alert>}
    </>
  );
}
type Reading = ReturnType<typeof useImportFile>;

/** True if it is not certain that the letters of a file are read as they were written. */
const isDoubtful = ({ file: { table }, isConfirmed }: FileChoices): boolean =>
  table.source.type === 'csv' &&
  (table.source.trust === 'broken' || (table.source.trust === 'doubtful' && !isConfirmed));

/**
 * Keeps the chosen file and what was chosen about it through a reload, and offers it afterwards (issue 33).
 * @returns what is offered; `discard` forgets it, and `finish` also what was chosen since
 */
function useImportDraft(entity: Entity, chosen: FileChoices | undefined) {
  const [draft, setDraft] = useState<ImportFileDraft>();
  const isOver = useRef(false);
  useEffect(() => {
    void readImportDraft(entity.name).then((found) => setDraft(found));
  }, [entity.name]);
  useEffect(() => {
    if (!chosen || isOver.current) return;
    const { file, ...others } = chosen;
    const { content, choices, rowChoice } = file;
    void writeImportDraft(entity.name, { at: Date.now(), content, choices, rowChoice, ...others });
  }, [entity.name, chosen]);
  const discard = () => {
    setDraft(undefined);
    void removeImportDraft(entity.name);
  };
  const finish = () => {
    isOver.current = true;
    discard();
  };
  return { draft, discard, finish };
}

/** Makes the dialog ask before it closes, in every step: the file would have to be chosen and its columns matched again. */
function KeepFile({ isChosen }: { isChosen: boolean }) {
  useDirtyPart('import', isChosen);
  return null;
}

/** Imports records from a file in three steps: choose the file, match its columns to fields, check the result. */
export function ImportDialog({ entity, onClose: onClosed }: EntityDialogProps) {
  const choices = useFileChoices(entity);
  const { keys, fields, chosen, matches, take, restore, change, pick } = choices;
  const { draft, discard, finish } = useImportDraft(entity, chosen);
  /** The import is done, or its file was given up. */
  const onClose = () => {
    if (chosen) finish();
    onClosed();
  };
  const reading = useImportFile(fields, take);
  const [step, setStep] = useState<'file' | 'match' | 'check'>('file');
  const onFile = (file: ImportFile, before?: ImportFileDraft) => {
    if (before) restore(file, before);
    else take(file);
    setStep('match');
  };
  const rows = useMemo(() => chosen && toFileRows(chosen.file.table, chosen.file.rowChoice), [chosen]);
  const sheet = useMemo(
    () => rows && chosen && toImportSheet(rows, matches, fields, chosen.importKey),
    [rows, chosen, matches, fields],
  );
  return (
    <AppDialog title={text().imports.title(translate(entity.labels))} width={900} onClose={onClose}>
      <KeepFile isChosen={chosen !== undefined} />
      {step === 'file' && (
        <FileStep
          entity={entity}
          fields={fields}
          chosen={chosen?.file}
          draft={draft}
          onFile={onFile}
          onDiscard={discard}
          onContinue={() => setStep('match')}
        />
      )}
      {chosen && rows && step === 'match' && (
        <MatchStep
          file={rows}
          fields={fields}
          matches={matches}
          keys={keys}
          importKey={chosen.importKey}
          settings={<ReadAgain choices={choices} reading={reading} />}
          isBlocked={reading.part !== undefined || isDoubtful(chosen)}
          onPick={pick}
          onKey={(importKey) => change({ importKey })}
          onBack={() => setStep('file')}
          onNext={() => setStep('check')}
        />
      )}
      {rows && chosen && step === 'check' && sheet && (
        <CheckStep
          entity={entity}
          file={rows}
          fields={fields}
          matches={matches}
          sheet={sheet}
          onBack={() => setStep('match')}
          onAgain={() => setStep('file')}
          onClose={onClose}
        />
      )}
    </AppDialog>
  );
}
