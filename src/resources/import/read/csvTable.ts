import { type ParseStepResult, parse } from 'papaparse';
import { unescapeFormula } from '../../../../contract/lib/csv.ts';
import { decodeText } from './encoding.ts';
import {
  FileReadError,
  type FileTable,
  type OnReadProgress,
  type ReadChoices,
  RowCollector,
  separators,
} from './fileTable.ts';

/** Text files do not contain it; a picture, an older workbook or another file renamed to CSV does. */
const nullCharacter = '\0';

/** The first line by which spreadsheets state the separator. They do not show it as a row. */
const separatorLine = /^("?)sep=(.)\1(\r\n|\r|\n)/i;

const isQuotedBy = (mark: string, line: string): boolean =>
  line.length > 2 && line.startsWith(mark) && line.endsWith(mark);

/** The quotation mark of a file: the apostrophe if its first line begins and ends with it. */
const detectQuote = (text: string): string =>
  isQuotedBy("'", text.slice(0, text.search(/[\r\n]|$/)).trim()) ? "'" : '"';

/** True if some rows end with CR and LF, and others with LF alone, as in a file that two programs have written. */
function hasMixedLineEnds(text: string, quote: string): boolean {
  const unquoted = text.replaceAll(new RegExp(`${quote}[^${quote}]*${quote}`, 'g'), '');
  return unquoted.includes('\r\n') && /(^|[^\r])\n/.test(unquoted);
}

/** The number of characters by which the separator is detected. */
const sampleLength = 64 * 1024;

const detectSeparator = (text: string, quote: string): string =>
  parse(text.slice(0, sampleLength), {
    delimitersToGuess: [...separators],
    quoteChar: quote,
    preview: 100,
    skipEmptyLines: 'greedy',
  }).meta.delimiter;

/**
 * The rows of a CSV file, numbered as a spreadsheet numbers them: an empty line is a row. A formula is read as its text.
 * @throws FileReadError
 */
export function readCsv(bytes: Uint8Array, choices: ReadChoices, onProgress: OnReadProgress): FileTable {
  const { text, encoding, trust } = decodeText(bytes, choices.encoding);
  if (text.includes(nullCharacter)) throw new FileReadError('unreadable');
  const [line = '', , stated] = separatorLine.exec(text) ?? [];
  const quote = choices.quote ?? detectQuote(text);
  const body = text.slice(line.length);
  const separator = choices.separator ?? stated ?? detectSeparator(body, quote);
  const isMixed = hasMixedLineEnds(body, quote);
  const collector = new RowCollector();
  let [number, oddQuote]: [number, number?] = [0];
  parse<string[]>(body, {
    delimiter: separator,
    quoteChar: quote,
    ...(isMixed && { newline: '\n' as const }),
    step({ data, errors, meta }: ParseStepResult<string[]>) {
      number += 1;
      const isOdd = errors.some(({ type }) => type === 'Quotes');
      if (isOdd) oddQuote ??= number;
      if (number % 1000 === 0) onProgress(meta.cursor / body.length);
      addRow(collector, number, isMixed ? withoutReturn(data) : data, isOdd);
    },
  });
  return { rows: collector.rows, source: { type: 'csv', encoding, trust, separator, quote, oddQuote } };
}

/** A row of a file with mixed line ends: the CR before its LF is no part of the last cell. */
const withoutReturn = (data: readonly string[]): string[] =>
  data.map((cell, at) => (at === data.length - 1 ? cell.replace(/\r$/, '') : cell));

function addRow(collector: RowCollector, number: number, data: readonly string[], isOdd: boolean): void {
  const cells = data.map(unescapeFormula);
  for (const [column, cell] of cells.entries()) if (cell.trim() !== '') collector.check(number, column, cell, isOdd);
  collector.add({ number, cells });
}
