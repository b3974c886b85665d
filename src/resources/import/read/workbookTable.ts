import { unescapeFormula } from '../../../../contract/lib/csv.ts';
import type { CellType } from '../../../../contract/lists/spoiltCells.ts';
import { dateTimeText, formattedNumber, type NumberFormat, numberCellText, unescapeCharacters } from './cellTexts.ts';
import { FileReadError, type FileTable, type OnReadProgress, type ReadChoices, RowCollector } from './fileTable.ts';
import { isTrue, readIndex, readNumberFormats, readSharedTexts, Workbook } from './workbookParts.ts';
import { type Attributes, readXml } from './xml.ts';

/** What the values of cells refer to. */
interface CellContext {
  readonly texts: readonly string[];
  readonly formats: readonly NumberFormat[];
  readonly is1904: boolean;
  readonly isUncalculated: boolean;
}

/** The index of a column by its letters: 0 for `A1`. */
function columnOf(place: string): number {
  let number = 0;
  for (const letter of /^[A-Z]+/i.exec(place)?.[0].toUpperCase() ?? '')
    number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}

type Cell = readonly [text: string, type: CellType];

function numberCell(value: string, style: string | undefined, { formats, is1904 }: CellContext): Cell {
  const format = formats[Number(style ?? 0)];
  const date = format === 'date' ? dateTimeText(Number(value), is1904) : undefined;
  if (date !== undefined) return [date, 'date'];
  return [formattedNumber(numberCellText(value), format), 'number'];
}

/** A text that cells share, by its number. A workbook without it is damaged. */
function sharedText(number: string, { texts }: CellContext): string {
  const text = texts[Number(number)];
  if (text === undefined) throw new FileReadError('unreadable');
  return text;
}

/**
 * The text of a cell as the spreadsheet shows it. A formula has its value at the time of saving. Programs that do not
 * calculate store none, or 0; without one the cell shows the formula.
 * @param formula undefined if the cell has none
 */
function cellOf({ t = 'n', s }: Attributes, value: string, formula: string | undefined, context: CellContext): Cell {
  if (formula !== undefined && value === '' && t !== 'str') return [`=${formula}`, 'uncalculated'];
  if (formula !== undefined && value === '0' && t === 'n' && context.isUncalculated) return [value, 'uncalculated'];
  if (value === '') return ['', 'text'];
  if (t === 's') return [unescapeFormula(sharedText(value, context)), 'text'];
  if (t === 'inlineStr' || t === 'str') return [unescapeFormula(unescapeCharacters(value)), 'text'];
  if (t === 'b') return [isTrue(value) ? 'true' : 'false', 'text'];
  if (t === 'e') return [value, 'error'];
  if (t === 'd') return [value.replace(/T00:00(:00(\.0+)?)?Z?$/, '').replace('T', ' '), 'date'];
  return numberCell(value, s, context);
}

/** A row while it is read: its filled cells by column. */
interface RowDraft {
  readonly number: number;
  readonly isHidden: boolean;
  readonly cells: string[];
  readonly types: CellType[];
}

/** Adds a filled cell; the columns before it that have none stay empty. */
function putCell(
  collector: RowCollector,
  { number, cells, types }: RowDraft,
  column: number,
  [text, type]: Cell,
): void {
  if (text.trim() === '') return;
  collector.check(number, column, text);
  while (cells.length < column) {
    cells.push('');
    types.push('text');
  }
  cells[column] = text;
  types[column] = type;
}

/** The rows of a sheet, one by one: an empty row or cell takes no memory, however far away the next one is. */
class SheetReader {
  readonly collector = new RowCollector();
  readonly merged: string[] = [];
  private readonly context: CellContext;
  private readonly onProgress: OnReadProgress;
  private row: RowDraft | undefined;
  private last = 0;
  private lastInSheet = 0;
  private column = -1;
  private cell: Attributes = {};
  private value = '';
  private formula: string | undefined;
  private isInRows = false;
  private isValue = false;
  private isFormula = false;
  private isReading = false;

  constructor(context: CellContext, onProgress: OnReadProgress) {
    this.context = context;
    this.onProgress = onProgress;
  }

  open(name: string, attributes: () => Attributes): void {
    // Readings of Asian characters are no part of a text.
    if (name === 'rPh') this.isReading = true;
    this.isValue = name === 'v' || (name === 't' && !this.isReading);
    this.isFormula = name === 'f';
    if (this.isFormula) this.formula ??= '';
    if (name === 'sheetData') this.isInRows = true;
    else if (name === 'row' && this.isInRows) this.openRow(attributes());
    else if (name === 'c' && this.isInRows) this.openCell(attributes());
    else if (name === 'mergeCell') this.merged.push(attributes()['ref'] ?? '');
    else if (name === 'dimension') this.lastInSheet = Number(/\d+$/.exec(attributes()['ref'] ?? '')?.[0] ?? 0);
  }

  text(piece: string): void {
    if (this.isValue) this.value += piece;
    if (this.isFormula) this.formula = (this.formula ?? '') + piece;
  }

  close(name: string): void {
    this.isValue = false;
    this.isFormula = false;
    if (name === 'rPh') this.isReading = false;
    if (name === 'sheetData') this.isInRows = false;
    if (!this.row || !this.isInRows) return;
    if (name === 'c')
      putCell(this.collector, this.row, this.column, cellOf(this.cell, this.value, this.formula, this.context));
    if (name === 'row') this.collector.add(this.row);
  }

  private openRow({ r, hidden }: Attributes): void {
    this.last = Number(r ?? this.last + 1);
    this.column = -1;
    this.row = { number: this.last, isHidden: hidden === '1' || hidden === 'true', cells: [], types: [] };
    if (this.last % 500 === 0 && this.lastInSheet > 0) this.onProgress(Math.min(1, this.last / this.lastInSheet));
  }

  private openCell(attributes: Attributes): void {
    this.column = attributes['r'] === undefined ? this.column + 1 : columnOf(attributes['r']);
    this.cell = attributes;
    this.value = '';
    this.formula = undefined;
  }
}

/** Reads a sheet; undefined for a chart, which has no rows. */
function readSheet(xml: string | undefined, context: CellContext, onProgress: OnReadProgress): SheetReader | undefined {
  if (xml === undefined) return undefined;
  const reader = new SheetReader(context, onProgress);
  readXml(xml, {
    open: (name, attributes) => reader.open(name, attributes),
    text: (piece) => reader.text(piece),
    close: (name) => reader.close(name),
  });
  return reader;
}

/**
 * The rows of a sheet of a workbook (.xlsx): the chosen one, else the first that is not hidden and has several rows, since
 * the first sheet of many workbooks is a cover.
 * @throws FileReadError
 */
export function readWorkbook(bytes: Uint8Array, choices: ReadChoices, onProgress: OnReadProgress): FileTable {
  const workbook = new Workbook(bytes);
  const index = readIndex(workbook);
  const { sheets, is1904, isUncalculated } = index;
  const texts = readSharedTexts(workbook, index);
  const context = { texts, formats: readNumberFormats(workbook, index), is1904, isUncalculated };
  const visible = [...sheets.keys()].filter((at) => !sheets[at]?.isHidden);
  const candidates = choices.sheet === undefined ? (visible.length > 0 ? visible : [0]) : [choices.sheet];
  let found: { readonly sheet: number; readonly reader: SheetReader } | undefined;
  for (const sheet of candidates) {
    const reader = readSheet(workbook.part(sheets[sheet]?.part ?? ''), context, onProgress);
    const hasRows = reader !== undefined && reader.collector.rows.length > 1;
    if (reader && (hasRows || !found)) found = { sheet, reader };
    if (hasRows) break;
  }
  if (!found) throw new FileReadError('unreadable');
  const { sheet, reader } = found;
  const source = { type: 'workbook', sheets: sheets.map(({ name }) => name), sheet, merged: reader.merged } as const;
  return { rows: reader.collector.rows, source };
}
