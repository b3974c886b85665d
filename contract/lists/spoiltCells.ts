import { kinds } from '../kinds/index.ts';
import type { Field } from '../schema/field/field.ts';

/** How a workbook stores a cell: a formula may have no result. A cell of a CSV file is a text. */
export type CellType = 'text' | 'number' | 'date' | 'error' | 'uncalculated';

/**
 * What a spreadsheet has made of a value, so that it is probably not the one that was entered: `9.11101E+17`, a long
 * number that ends in zeros, a phone number without its leading zero, a date as its number, a text as a date, an error, a
 * formula without its result.
 */
export type SpoiltKind =
  | 'scientific'
  | 'lostDigits'
  | 'lostZero'
  | 'dateNumber'
  | 'becameDate'
  | 'errorValue'
  | 'uncalculated';

/** What Excel, Google Sheets and LibreOffice write for an error, and `###` for a value that its column is too narrow for. */
const errorValue =
  /^(#(N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|SPILL!|CALC!|FIELD!|BUSY!|BLOCKED!|CONNECT!|UNKNOWN!|GETTING_DATA|ERROR!)|Err:5\d\d|#{3,})$/;
/** Spreadsheets write a sign and at least two digits. */
const scientific = /^-?\d([.,]\d+)?E[+-]\d{2,3}$/i;
/** Spreadsheets store 15 digits of a number and write zeros for the rest. */
const lostDigits = /^-?\d{15}0+$/;
/** A whole number of a workbook as programs write it that read its digits into a number with 16 or 17 of them. */
const isRounded = (text: string): boolean =>
  /^-?\d{16,21}$/.test(text) && !Number.isSafeInteger(Number(text)) && String(Number(text)) === text;
const dateNumber = /^[1-9]\d{4}([.,]\d+)?$/;
/** A code such as `MAR-1` after a spreadsheet has read it as a date. */
const becameDate =
  /^(\d{1,2}-(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)|(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)-\d{2}|\d{1,2}月\d{1,2}日)$/i;
/** Long enough for a phone number with its area code, and no mobile number of China, which has no leading zero. */
const lostZero = /^(?!1[3-9]\d{9}$)[1-9]\d{8,10}$/;

const isTextField = (field: Field): boolean => kinds[field.kind].namesRecord || field.kind === 'reference';

/** What a spreadsheet does to numbers: a cell that a workbook stores as a text was not changed. */
function spoiltNumber(field: Field, text: string, type: CellType | undefined): SpoiltKind | undefined {
  if (type === 'text') return undefined;
  if (scientific.test(text)) return 'scientific';
  if (lostDigits.test(text) || (type === 'number' && isRounded(text))) return 'lostDigits';
  return field.kind === 'phone' && lostZero.test(text) ? 'lostZero' : undefined;
}

/**
 * Finds out whether a spreadsheet has changed the value of a cell.
 * @param type how a workbook stores the cell; undefined for a cell of a CSV file
 */
export function spoiltCell(field: Field, cell: string, type?: CellType): SpoiltKind | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  if (type === 'uncalculated') return 'uncalculated';
  if (type === 'error' || errorValue.test(text)) return 'errorValue';
  if (kinds[field.kind].time) return dateNumber.test(text) ? 'dateNumber' : undefined;
  if (isTextField(field) && (type === 'date' || (type === undefined && becameDate.test(text)))) return 'becameDate';
  return spoiltNumber(field, text, type);
}
