import { Box, Typography } from '@mui/material';
import type { ImportField, ImportMistake } from '../../../contract/lists/import.ts';
import { text, translate } from '../../i18n/text.ts';
import { phoneQuery } from '../../ui/breakpoints.ts';
import { dash, numberText } from '../values/format.ts';
import { type ImportSheet, mistakesText } from './sheet.ts';

/** The maximum number of shown rows, with mistakes and without. */
const maxRows = { faulty: 100, valid: 20 } as const;

interface Props {
  sheet: ImportSheet;
  fields: readonly ImportField[];
  mistakes: readonly ImportMistake[];
}

function ImportRow({ nth, cells, columns, labelOf, mistakes }: RowProps) {
  const at = (name: string) => mistakes.find(({ field }) => field === name)?.message;
  const elsewhere = mistakes.filter(({ field }) => !columns.includes(field));
  return (
    <tr>
      <td data-label={text().imports.row}>{numberText(nth)}</td>
      {columns.map((name, index) => {
        const message = at(name);
        return (
          <td key={name} className={message && 'wrong'} data-label={labelOf(name)}>
            <div>
              {cells[index] || dash}
              {message && <div>{message}</div>}
            </div>
          </td>
        );
      })}
      <td className={mistakes.length > 0 ? 'wrong' : 'sound'} data-label={text().imports.state}>
        {mistakes.length === 0 ? text().imports.isNew : mistakesText(elsewhere, labelOf) || text().imports.isWrong}
      </td>
    </tr>
  );
}

interface RowProps {
  nth: number;
  cells: readonly string[];
  columns: readonly string[];
  labelOf: (name: string) => string;
  mistakes: readonly ImportMistake[];
}

/** The records to create from the rows: first the rows with mistakes, each mistake at its cell. */
export function RowsTable({ sheet: { columns, rows }, fields, mistakes }: Props) {
  const labels = new Map(fields.map(([name, { label }]) => [name, translate(label)]));
  const labelOf = (name: string) => labels.get(name) ?? name;
  const byRow = new Map<number, ImportMistake[]>();
  for (const one of mistakes) byRow.set(one.row, [...(byRow.get(one.row) ?? []), one]);
  const faulty = [...byRow.keys()].slice(0, maxRows.faulty);
  const valid = byRow.size > 0 ? [] : rows.slice(0, maxRows.valid).map((_, row) => row);
  const shown = [...faulty, ...valid];
  const hidden = (byRow.size || rows.length) - shown.length;
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
            // The first row of the file has the headings, so the numbers start at 2.
            <ImportRow
              key={row}
              nth={row + 2}
              cells={rows[row] ?? []}
              mistakes={byRow.get(row) ?? []}
              columns={columns}
              labelOf={labelOf}
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
  '& .wrong': { color: 'error.main' },
  '& .wrong div div': { fontSize: 12 },
  '& .sound': { color: 'success.main' },
} as const;
