import { Box, Typography } from '@mui/material';
import type { ImportChange, ImportField, ImportMistake } from '../../../contract/lists/import.ts';
import { text, translate } from '../../i18n/text.ts';
import { phoneQuery } from '../../ui/breakpoints.ts';
import { dash, numberText } from '../values/format.ts';
import { type FileRows, type ImportSheet, mistakesText, type SpoiltCell } from './sheet.ts';
import type { ImportCheck } from './useImport.ts';

/** The maximum number of shown rows, with something to look at and without. */
const maxRows = { faulty: 100, valid: 20 } as const;

interface Props {
  sheet: ImportSheet;
  file: FileRows;
  fields: readonly ImportField[];
  checked: ImportCheck;
  spoilt: readonly SpoiltCell[];
}

/** What is found out about a row. */
interface RowResult {
  readonly mistakes: readonly ImportMistake[];
  readonly changes: readonly ImportChange[];
  readonly spoilt: readonly SpoiltCell[];
  /** True if the row has an existing record. */
  readonly isMatched: boolean;
}

/** A cell: its text, or that of the default stored for it, before it that of the record, and what is wrong with it. */
function ImportCell({ name, label, cell, result }: { name: string; label: string; cell: string; result: RowResult }) {
  const at = <One extends { readonly field: string }>(all: readonly One[]) => all.find(({ field }) => field === name);
  const mistake = at(result.mistakes)?.message;
  const change = at(result.changes);
  const spoilt = at(result.spoilt);
  return (
    <td className={mistake ? 'wrong' : spoilt && 'spoilt'} data-label={label}>
      <div>
        {change && <del>{change.before || dash}</del>}
        {change ? <ins>{change.after || dash}</ins> : cell || dash}
        {mistake && <div>{mistake}</div>}
        {!mistake && spoilt && <div>{text().imports.spoiltCell[spoilt.kind]}</div>}
      </div>
    </td>
  );
}

function stateText({ mistakes, changes, isMatched }: RowResult, columns: readonly string[], labelOf: LabelOf): string {
  const words = text().imports;
  const elsewhere = mistakes.filter(({ field }) => !columns.includes(field));
  if (mistakes.length > 0) return mistakesText(elsewhere, labelOf) || words.isWrong;
  if (!isMatched) return words.isNew;
  return changes.length > 0 ? words.isChanged : words.isSame;
}

type LabelOf = (name: string) => string;

interface RowProps {
  nth: number;
  cells: readonly string[];
  columns: readonly string[];
  labelOf: LabelOf;
  result: RowResult;
}

function ImportRow({ nth, cells, columns, labelOf, result }: RowProps) {
  return (
    <tr>
      <td data-label={text().imports.row}>{numberText(nth)}</td>
      {columns.map((name, index) => (
        <ImportCell key={name} name={name} label={labelOf(name)} cell={cells[index] ?? ''} result={result} />
      ))}
      <td className={result.mistakes.length > 0 ? 'wrong' : 'sound'} data-label={text().imports.state}>
        {stateText(result, columns, labelOf)}
      </td>
    </tr>
  );
}

function groupByRow<One extends { readonly row: number }>(all: readonly One[]): Map<number, One[]> {
  const groups = new Map<number, One[]>();
  for (const one of all) groups.set(one.row, [...(groups.get(one.row) ?? []), one]);
  return groups;
}

/** The rows to show: those with mistakes, else those to look at, else the first ones that do something. */
function shownRows({ sheet, checked, spoilt }: Props, wrong: ReadonlyMap<number, unknown>) {
  if (wrong.size > 0) return { shown: [...wrong.keys()].slice(0, maxRows.faulty), all: wrong.size };
  const changed = new Set(checked.changes.map(({ row }) => row));
  const acts = (row: number) => changed.has(row) || !checked.versions[row];
  const rows = sheet.rows.map((_, row) => row);
  const doing = rows.filter(acts);
  const suspect = [...new Set(spoilt.map(({ row }) => row))].slice(0, maxRows.faulty);
  const others = (doing.length > 0 ? doing : rows).filter((row) => !suspect.includes(row));
  return { shown: [...suspect, ...others.slice(0, maxRows.valid)], all: suspect.length + others.length };
}

/** What the rows do: first the rows with mistakes, each mistake at its cell; of a changed cell the old and the new text. */
export function RowsTable(props: Props) {
  const { sheet, file, fields, checked, spoilt } = props;
  const { columns, rows } = sheet;
  const labels = new Map(fields.map(([name, { label }]) => [name, translate(label)]));
  const labelOf = (name: string) => labels.get(name) ?? name;
  const mistakes = groupByRow(checked.mistakes);
  const changes = groupByRow(checked.changes);
  const suspects = groupByRow(spoilt);
  const { shown, all } = shownRows(props, mistakes);
  const hidden = all - shown.length;
  const resultOf = (row: number): RowResult => ({
    mistakes: mistakes.get(row) ?? [],
    changes: changes.get(row) ?? [],
    spoilt: suspects.get(row) ?? [],
    isMatched: Boolean(checked.versions[row]),
  });
  return (
    <Box sx={{ overflow: 'auto', maxHeight: 420 }} tabIndex={0} role="region" aria-label={text().imports.rows}>
      <Box component="table" className="stacks" sx={tableStyle}>
        <thead>
          <tr>
            <th>{text().imports.row}</th>
            {columns.map((name) => (
              <th key={name}>{labelOf(name)}</th>
            ))}
            <th>{text().imports.state}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <ImportRow
              key={row}
              nth={file.numbers[row] ?? row}
              cells={rows[row] ?? []}
              columns={columns}
              labelOf={labelOf}
              result={resultOf(row)}
            />
          ))}
        </tbody>
      </Box>
      {hidden > 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ py: 1 }}>
          {text().imports.more(numberText(hidden))}
        </Typography>
      )}
    </Box>
  );
}

const tableStyle = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: 13,
  '& th, & td': {
    p: '6px 10px',
    textAlign: 'left',
    verticalAlign: 'top',
    borderBottom: '1px solid',
    borderColor: 'divider',
    maxWidth: 260,
    overflowWrap: 'break-word',
    minWidth: 72,
  },
  '& th': { position: 'sticky', top: 0, bgcolor: 'background.paper', color: 'text.secondary', fontWeight: 650 },
  [`@media ${phoneQuery}`]: { '& td': { maxWidth: 'none' } },
  '& del': { display: 'block', color: 'text.secondary' },
  '& ins': { textDecoration: 'none', fontWeight: 600 },
  '& .wrong': { color: 'error.main' },
  '& .spoilt': { color: 'warning.dark' },
  '& .wrong div div, & .spoilt div div': { fontSize: 12 },
  '& .sound': { color: 'success.main' },
} as const;
