import { Alert, Box, Button, Checkbox, FormControlLabel, MenuItem, TextField, Typography } from '@mui/material';
import { formatSome } from '../../i18n/formatList.ts';
import { text } from '../../i18n/text.ts';
import { numberText } from '../values/format.ts';
import {
  type CsvSource,
  encodings,
  maxRowsAbove,
  quotes,
  type ReadChoices,
  separators,
  type TableRow,
} from './read/fileTable.ts';
import { rowsBeyondHeadings } from './sheet.ts';
import type { ImportFile } from './useImportFile.ts';

interface Props {
  file: ImportFile;
  /** True if the user has looked at a doubtful file and its letters are right. */
  isConfirmed: boolean;
  onConfirm: () => void;
  onRead: (choices: ReadChoices) => void;
  onRows: (file: ImportFile) => void;
}

interface SettingProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChange: (value: string) => void;
}

function Setting({ label, value, options, onChange }: SettingProps) {
  return (
    <TextField select size="small" label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {options.map(([one, name]) => (
        <MenuItem key={one} value={one}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}

const separatorOptions = (current: string): [string, string][] => {
  const { separatorNames } = text().imports;
  return [...new Set([...separators, current])].map((one) => [one, separatorNames[one] ?? one]);
};

/** The encoding and the dialect of a CSV file. */
function CsvSettings({ source, choices, onRead }: { source: CsvSource; choices: ReadChoices } & Pick<Props, 'onRead'>) {
  const words = text().imports;
  const choose = (name: keyof ReadChoices) => (value: string) => onRead({ ...choices, [name]: value });
  return (
    <>
      <Setting
        label={words.encoding}
        value={source.encoding}
        options={Object.entries(encodings)}
        onChange={choose('encoding')}
      />
      <Setting
        label={words.separator}
        value={source.separator}
        options={separatorOptions(source.separator)}
        onChange={choose('separator')}
      />
      <Setting
        label={words.quote}
        value={source.quote}
        options={quotes.map((one) => [one, one === '\0' ? words.noQuote : one])}
        onChange={choose('quote')}
      />
    </>
  );
}

/** Asks about letters that are not certain, and refuses those that cannot be right. */
function EncodingAlert({
  source,
  isConfirmed,
  onConfirm,
}: { source: CsvSource } & Pick<Props, 'isConfirmed' | 'onConfirm'>) {
  const words = text().imports;
  const name = encodings[source.encoding] ?? source.encoding;
  if (source.trust === 'broken') return <Alert severity="error">{words.brokenLetters(name)}</Alert>;
  if (source.trust === 'likely') return <Alert severity="info">{words.likelyLetters(name)}</Alert>;
  if (source.trust === 'sure' || isConfirmed) return null;
  return (
    <Alert severity="warning" action={<Button onClick={onConfirm}>{words.lettersAreRight}</Button>}>
      {words.doubtfulLetters(name)}
    </Alert>
  );
}

const rowText = ({ number, cells }: TableRow): string =>
  text().imports.headingOption(
    numberText(number),
    cells
      .filter((cell) => cell.trim() !== '')
      .slice(0, 4)
      .join(' · '),
  );

/** How the rows of the file are chosen: the sheet, the row of the headings, and hidden rows. */
function RowSettings({ file, onRead, onRows }: Pick<Props, 'file' | 'onRead' | 'onRows'>) {
  const words = text().imports;
  const { source, rows } = file.table;
  const { headingRow } = file.rowChoice;
  const isOption = ({ number }: TableRow, at: number) => at < maxRowsAbove || number === headingRow;
  return (
    <>
      {source.type === 'workbook' && source.sheets.length > 1 && (
        <Setting
          label={words.sheet}
          value={String(source.sheet)}
          options={source.sheets.map((name, at) => [String(at), name])}
          onChange={(sheet) => onRead({ ...file.choices, sheet: Number(sheet) })}
        />
      )}
      <Setting
        label={words.headingRow}
        value={String(headingRow)}
        options={rows.filter(isOption).map((row) => [String(row.number), rowText(row)])}
        onChange={(row) => onRows({ ...file, rowChoice: { ...file.rowChoice, headingRow: Number(row) } })}
      />
    </>
  );
}

const maxNames = 5;

/** Rows with cells that no column takes, of which the file may be read wrong. */
function WideRowsNote({ file }: Pick<Props, 'file'>) {
  const rows = rowsBeyondHeadings(file.table, file.rowChoice);
  if (rows.length === 0) return null;
  const { cellsBeyond, cellsBeyondCsv } = text().imports;
  const names = formatSome(
    rows.map((row) => numberText(row)),
    maxNames,
  );
  const say = file.table.source.type === 'csv' ? cellsBeyondCsv : cellsBeyond;
  return <Alert severity="warning">{say(numberText(rows.length), names)}</Alert>;
}

/** Rows and cells of a workbook that are easily overlooked. */
function WorkbookNotes({ file, onRows }: Pick<Props, 'file' | 'onRows'>) {
  const words = text().imports;
  const { rows, source } = file.table;
  const { headingRow, withoutHidden = false } = file.rowChoice;
  const hidden = rows.filter(({ isHidden, number }) => isHidden && number > headingRow).length;
  const isBelow = (range: string) => Number(/\d+$/.exec(range)?.[0]) > headingRow;
  const merged = source.type === 'workbook' ? source.merged.filter(isBelow) : [];
  const toggle = () => onRows({ ...file, rowChoice: { headingRow, withoutHidden: !withoutHidden } });
  return (
    <>
      {hidden > 0 && (
        <Alert severity="warning">
          <Box>{words.hiddenRows(numberText(hidden))}</Box>
          <FormControlLabel
            control={<Checkbox checked={withoutHidden} onChange={toggle} />}
            label={words.leaveOutHidden}
            slotProps={{ typography: { variant: 'body2' } }}
          />
        </Alert>
      )}
      {merged.length > 0 && (
        <Alert severity="warning">{words.mergedCells(formatSome(merged, maxNames), numberText(merged.length))}</Alert>
      )}
    </>
  );
}

/** How the file was read, with the choice to read it in another way. */
export function SourceSettings({ file, isConfirmed, onConfirm, onRead, onRows }: Props) {
  const words = text().imports;
  const { source } = file.table;
  return (
    <Box component="section" aria-label={words.howRead} sx={{ display: 'grid', gap: 1.5 }}>
      <Typography sx={{ fontWeight: 600 }}>{words.howRead}</Typography>
      <Box sx={settingsStyle}>
        {source.type === 'csv' && <CsvSettings source={source} choices={file.choices} onRead={onRead} />}
        <RowSettings file={file} onRead={onRead} onRows={onRows} />
      </Box>
      {source.type === 'csv' && <EncodingAlert source={source} isConfirmed={isConfirmed} onConfirm={onConfirm} />}
      {source.type === 'csv' && source.oddQuote !== undefined && (
        <Alert severity="warning">{words.oddQuote(numberText(source.oddQuote))}</Alert>
      )}
      <WideRowsNote file={file} />
      <WorkbookNotes file={file} onRows={onRows} />
    </Box>
  );
}

const settingsStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(160px, 1fr))' },
  gap: 1.5,
};
