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

/**
 * The text with LF at the end of every row if its rows end in several ways, as in a file that two programs have written,
 * or one that has made two CR of each. Line ends in quotation marks are part of a cell.
 */
function withOneLineEnd(text: string, quote: string): string {
  const parts = new RegExp(`(${quote}[^${quote}]*${quote})|\\r\\n|\\r|\\n`, 'g');
  const ends = new Set<string>();
  const withLineFeeds = text.replaceAll(parts, (whole: string, quoted?: string) => {
    if (quoted !== undefined) return quoted;
    ends.add(whole);
    return '\n';
  });
  return ends.size > 1 ? withLineFeeds : text;
}

/** The number of characters by which the separator is detected. */
const sampleLength = 64 * 1024;

function detectSeparator(text: string, quoteChar: string): string {
  const sample = text.slice(0, sampleLength);
  const options = { quoteChar, preview: 100, skipEmptyLines: 'greedy' } as const;
  const { meta, errors } = parse(sample, { ...options, delimitersToGuess: [...separators] });
  if (!errors.some(({ code }) => code === 'UndetectableDelimiter')) return meta.delimiter;
  // A title above two columns, which no separator divides. The comma comes last: sentences and amounts have it, too.
  const dividesHalf = (delimiter: string): boolean => {
    const rows = parse<string[]>(sample, { ...options, delimiter }).data;
    // In a sentence, a space follows each sign.
    const isDivided = ([_, ...others]: string[]) => others.some((cell) => !cell.startsWith(' '));
    return rows.filter(isDivided).length * 2 >= rows.length;
  };
  const [comma, ...others] = separators;
  return others.find(dividesHalf) ?? comma;
}

/**
 * The rows of a CSV file, numbered as a spreadsheet numbers them: an empty line is a row. A formula is read as its text.
 * @throws FileReadError
 */
export function readCsv(bytes: Uint8Array, choices: ReadChoices, onProgress: OnReadProgress): FileTable {
  const { text, encoding, trust } = decodeText(bytes, choices.encoding);
  if (text.includes(nullCharacter)) throw new FileReadError('unreadable');
  const [line = '', , stated] = separatorLine.exec(text) ?? [];
  const quote = choices.quote ?? detectQuote(text);
  const body = withOneLineEnd(text.slice(line.length), quote);
  const separator = choices.separator ?? stated ?? detectSeparator(body, quote);
  const collector = new RowCollector();
  let [number, oddQuote]: [number, number?] = [0];
  parse<string[]>(body, {
    delimiter: separator,
    quoteChar: quote,
    step({ data, errors, meta }: ParseStepResult<string[]>) {
      number += 1;
      const isOdd = errors.some(({ type }) => type === 'Quotes');
      if (isOdd) oddQuote ??= number;
      if (number % 1000 === 0) onProgress(meta.cursor / body.length);
      addRow(collector, number, data, isOdd);
    },
  });
  return { rows: collector.rows, source: { type: 'csv', encoding, trust, separator, quote, oddQuote } };
}

/** A text that programs write as a formula, so that spreadsheets leave its digits as they are: `="001"`. */
const constantFormula = /^="((?:[^"]|"")*)"$/;

/** The text of a cell as a spreadsheet shows it; another formula than that of a text is read as it is written. */
function cellText(cell: string): string {
  const [, constant] = constantFormula.exec(cell) ?? [];
  return constant === undefined ? unescapeFormula(cell) : constant.replaceAll('""', '"');
}

function addRow(collector: RowCollector, number: number, data: readonly string[], isOdd: boolean): void {
  const cells = data.map(cellText);
  for (const [column, cell] of cells.entries()) if (cell.trim() !== '') collector.check(number, column, cell, isOdd);
  collector.add({ number, cells });
}
