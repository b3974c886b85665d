import { Zip, ZipDeflate } from 'fflate';
import { unescapeFormula } from '../../../contract/lib/csv.ts';
import { columnLetters } from '../../../contract/lists/columnLetters.ts';

/** The most rows that a spreadsheet can open, headings included. */
export const maxSheetRows = 1_048_576;
/** The most characters of a cell that it can open. A text that is cut is longer than a cell that an import accepts. */
const maxCellCharacters = 32_767;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** The parts of a workbook besides its sheet. The second style is the format "text", which leaves digits as they are. */
const parts: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};
const textStyle = 1;
const headingStyle = 2;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapedCharacter = (sign: string): string =>
  `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;

/**
 * A text as an element contains it. Lines end as spreadsheets end them, since some programs show a CR as `_x000D_` and save
 * it so. Other characters without a sign in XML, and what looks like one, are written in that way.
 */
const xmlText = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no sign for them
    .replace(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff]/g, escapedCharacter)
    .replace(/[&<>]/g, (sign) => entities[sign] ?? sign);

/** An import takes an apostrophe before a formula for one that a CSV file needs; a text that begins so gets another. */
const protectedText = (text: string): string => (unescapeFormula(text) === text ? text : `'${text}`);

const cellXml = (text: string, place: string, style: number): string => {
  const content = xmlText(protectedText(text.slice(0, maxCellCharacters)));
  return text === ''
    ? `<c r="${place}" s="${style}"/>`
    : `<c r="${place}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;
};

/** The numbers of rows and the places of cells are optional, but Gnumeric and ExcelJS read no row without them. */
const rowXml = (cells: readonly string[], number: number, style: number): string =>
  `<row r="${number}">${cells.map((cell, at) => cellXml(cell, `${columnLetters(at)}${number}`, style)).join('')}</row>`;

/** The columns of the sheet are texts also where they are empty, so that what is typed into them stays as it is. */
const sheetBegin = (columns: number): string =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${Math.max(1, columns)}" width="20" style="${textStyle}" customWidth="1"/></cols><sheetData>`;

/**
 * The bytes of a workbook with one sheet of text cells, piece by piece.
 * @param batches rows of cells; the first row is the headings
 */
export async function* xlsxBytes(batches: AsyncIterable<string[][]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  let pieces: Uint8Array[] = [];
  let failure: Error | undefined;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else pieces.push(piece);
  });
  const begin = (name: string): ZipDeflate => {
    const file = new ZipDeflate(name, { level: 6 });
    zip.add(file);
    return file;
  };
  const written = (): Uint8Array[] => {
    if (failure) throw failure;
    const ready = pieces;
    pieces = [];
    return ready;
  };
  for (const [name, xml] of Object.entries(parts)) begin(name).push(encoder.encode(declaration + xml), true);
  const sheet = begin('xl/worksheets/sheet1.xml');
  let number = 0;
  for await (const rows of batches) {
    const [headings = []] = rows;
    if (number === 0) sheet.push(encoder.encode(sheetBegin(headings.length)));
    const before = number;
    const lines = rows.map((row, at) => rowXml(row, before + at + 1, before + at === 0 ? headingStyle : textStyle));
    sheet.push(encoder.encode(lines.join('')));
    number += rows.length;
    yield* written();
  }
  sheet.push(encoder.encode('</sheetData></worksheet>'), true);
  zip.end();
  yield* written();
}
