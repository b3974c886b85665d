import { unescapeFormula } from '../../../../contract/lib/csv.ts';
import type { CellType } from '../../../../contract/lists/spoiltCells.ts';
import { dateTimeText, numberCellText, unescapeCharacters } from './cellTexts.ts';
import { FileReadError, type FileTable, type OnReadProgress, type ReadChoices, RowCollector } from './fileTable.ts';
import { readDateStyles, readIndex, readSharedTexts, Workbook } from './workbookParts.ts';
import { type Attributes, readXml } from './xml.ts';

/** What the values of cells refer to. */
interface CellContext {
  readonly texts: readonly string[];
  readonly isDate: readonly boolean[];
  readonly is1904: boolean;
}

/** The index of a column by its letters: 0 for `A1`. */
function columnOf(place: string): number {
  let number = 0;
  for (const letter of /^[A-Z]+/i.exec(place)?.[0].toUpperCase() ?? '')
    number = number * 26 + letter.charCodeAt(0) - 64;
  return number - 1;
}

type Cell = readonly [text: string, type: CellType];

function numberCell(value: string, style: string | undefined, { isDate, is1904 }: CellContext): Cell {
  const date = isDate[Number(style ?? 0)] ? dateTimeText(Number(value), is1904) : undefined;
  return date === undefined ? [numberCellText(value), 'number'] : [date, 'date'];
}

/** The text of a cell as the spreadsheet shows it. A formula has its value at the time of saving. */
function cellOf({ t = 'n', s }: Attributes, value: string, context: CellContext): Cell {
  if (t === 's') return [unescapeFormula(context.texts[Number(value)] ?? ''), 'text'];
  if (t === 'inlineStr' || t === 'str') return [unescapeFormula(unescapeCharacters(value)), 'text'];
  if (t === 'b') return [value === '1' ? 'true' : 'false', 'text'];
  if (t === 'e') return [value, 'error'];
  if (t === 'd') return [value.replace('T', ' '), 'date'];
  return value === '' ? ['', 'text'] : numberCell(value, s, context);
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
  private isValue = false;

  constructor(context: CellContext, onProgress: OnReadProgress) {
    this.context = context;
    this.onProgress = onProgress;
  }

  open(name: string, attributes: () => Attributes): void {
    this.isValue = name === 'v' || name === 't';
    if (name === 'row') this.openRow(attributes());
    else if (name === 'c') this.openCell(attributes());
    else if (name === 'mergeCell') this.merged.push(attributes()['ref'] ?? '');
    else if (name === 'dimension') this.lastInSheet = Number(/\d+$/.exec(attributes()['ref'] ?? '')?.[0] ?? 0);
  }

  text(piece: string): void {
    if (this.isValue) this.value += piece;
  }

  close(name: string): void {
    this.isValue = false;
    if (name === 'c' && this.row)
      putCell(this.collector, this.row, this.column, cellOf(this.cell, this.value, this.context));
    if (name === 'row' && this.row) this.collector.add(this.row);
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
  }
}

/**
 * The rows of a sheet of a workbook (.xlsx): the chosen one, else the first that is not hidden.
 * @throws FileReadError
 */
export function readWorkbook(bytes: Uint8Array, choices: ReadChoices, onProgress: OnReadProgress): FileTable {
  const workbook = new Workbook(bytes);
  const { sheets, is1904 } = readIndex(workbook);
  const sheet =
    choices.sheet ??
    Math.max(
      0,
      sheets.findIndex(({ isHidden }) => !isHidden),
    );
  const xml = workbook.part(sheets[sheet]?.part ?? '');
  if (xml === undefined) throw new FileReadError('unreadable');
  const context = { texts: readSharedTexts(workbook), isDate: readDateStyles(workbook), is1904 };
  const reader = new SheetReader(context, onProgress);
  readXml(xml, {
    open: (name, attributes) => reader.open(name, attributes),
    text: (piece) => reader.text(piece),
    close: (name) => reader.close(name),
  });
  const source = { type: 'workbook', sheets: sheets.map(({ name }) => name), sheet, merged: reader.merged } as const;
  return { rows: reader.collector.rows, source };
}
