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
import { type ColumnMatches, toFileRows, toImportSheet } from './sheet.ts';
import { type ImportFile, useImportFile } from './useImportFile.ts';

const fieldsFor = (entity: Entity, role: Role, key: string | undefined): ImportField[] =>
  key === undefined ? importableFields(entity, role) : updatableFields(entity, role, key);

/** The key by which the rows of an export are matched: the number of the record, where the file has it. */
function keyOfExport(headings: readonly string[], keys: readonly ImportKey[]): string | undefined {
  const id = keys.find(({ name }) => name === 'id');
  return id && matchHeadings(id.fields, headings).includes('id') ? 'id' : undefined;
}

/** What the user has chosen about a file. */
interface FileChoices {
  readonly file: ImportFile;
  readonly importKey: string | undefined;
  readonly matches: ColumnMatches;
  readonly isConfirmed: boolean;
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((text, at) => text === other[at]);

/** The fields of the columns by their headings. What the user has matched before stays, if the field still exists. */
function matchColumns(
  fields: readonly ImportField[],
  headings: readonly string[],
  before: ColumnMatches | undefined,
): ColumnMatches {
  const found = matchHeadings(fields, headings);
  if (!before) return found;
  const matched = before.map((name) => (fields.some(([known]) => known === name) ? name : undefined));
  return matched.map((name, at) => name ?? (matched.includes(found[at]) ? undefined : found[at]));
}

const headingsOf = ({ table, rowChoice }: ImportFile): readonly string[] => toFileRows(table, rowChoice).headings;

/** The file, and the fields of its columns, which are found anew whenever its headings or the key change. */
function useFileChoices(entity: Entity) {
  const role = useRole();
  const keys = useMemo(() => importKeysFor(entity, role), [entity, role]);
  const [chosen, setChosen] = useState<FileChoices>();
  /** What was chosen before a reload, as far as the file still has these columns. */
  const restore = (file: ImportFile, { importKey, matches, isConfirmed }: ImportFileDraft) => {
    const known = fieldsFor(entity, role, importKey);
    const before = headingsOf(file).map((_, at) =>
      known.some(([name]) => name === matches[at]) ? matches[at] : undefined,
    );
    setChosen({ file, importKey, matches: before, isConfirmed });
  };
  const take = (file: ImportFile, given?: { importKey: string | undefined }) => {
    const headings = headingsOf(file);
    const importKey = given ? given.importKey : (chosen?.importKey ?? keyOfExport(headings, keys));
    const isAsBefore = chosen !== undefined && isSameList(headingsOf(chosen.file), headings);
    const before = isAsBefore ? chosen.matches : undefined;
    const isSameKey = importKey === chosen?.importKey;
    const matches = before && isSameKey ? before : matchColumns(fieldsFor(entity, role, importKey), headings, before);
    const isConfirmed = chosen?.file.table === file.table && chosen.isConfirmed;
    setChosen({ file, importKey, matches, isConfirmed });
  };
  const change = (some: Partial<FileChoices>) => setChosen((now) => now && { ...now, ...some });
  const fields = useMemo(() => fieldsFor(entity, role, chosen?.importKey), [entity, role, chosen?.importKey]);
  return { keys, fields, chosen, take, restore, change };
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
  const { keys, fields, chosen, take, restore, change } = choices;
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
    () => rows && chosen && toImportSheet(rows, chosen.matches, fields, chosen.importKey),
    [rows, chosen, fields],
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
          matches={chosen.matches}
          keys={keys}
          importKey={chosen.importKey}
          settings={<ReadAgain choices={choices} reading={reading} />}
          isBlocked={reading.part !== undefined || isDoubtful(chosen)}
          onChange={(matches) => change({ matches })}
          onKey={(importKey) => take(chosen.file, { importKey })}
          onBack={() => setStep('file')}
          onNext={() => setStep('check')}
        />
      )}
      {rows && chosen && step === 'check' && sheet && (
        <CheckStep
          entity={entity}
          file={rows}
          fields={fields}
          matches={chosen.matches}
          sheet={sheet}
          onBack={() => setStep('match')}
          onAgain={() => setStep('file')}
          onClose={onClose}
        />
      )}
    </AppDialog>
  );
}
