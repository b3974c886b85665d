import { unzipSync } from 'fflate';
import { type NumberFormat, numberFormat, unescapeCharacters } from './cellTexts.ts';
import { FileReadError, maxUnpackedBytes } from './fileTable.ts';
import { decodeXml, readXml } from './xml.ts';

/**
 * The address of a part: `/xl/styles.xml`. Some programs write `\` for `/`, and capital letters for small ones.
 * @param from the part that names it
 */
const addressOf = (name: string, from = '/'): string => new URL(name, `http://workbook${from}`).pathname.toLowerCase();

/**
 * Unpacks the parts of a workbook that are wanted.
 * @throws FileReadError for a workbook that is too large, before any part of it is unpacked
 */
export class Workbook {
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    let size = 0;
    unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (/\.xml$/i.test(name)) size += originalSize;
        return false;
      },
    });
    if (size > maxUnpackedBytes) throw new FileReadError('tooLarge');
  }

  /** The text of the part at an address, or undefined if there is none. */
  part(address: string): string | undefined {
    const parts = unzipSync(this.bytes, {
      filter({ name, originalSize }) {
        const isWanted = addressOf(name) === address;
        if (isWanted && originalSize > maxUnpackedBytes) throw new FileReadError('tooLarge');
        return isWanted;
      },
    });
    const [bytes] = Object.values(parts);
    return bytes && decodeXml(bytes);
  }
}

interface Relationship {
  readonly id: string;
  /** The last word of its type, which the transitional and the strict edition of the format share. */
  readonly type: string;
  readonly part: string;
}

/** The parts that a part refers to; `/` is the workbook as a whole. */
function relationshipsOf(workbook: Workbook, part: string): Relationship[] {
  const [, folder = '', file = ''] = /^(.*\/)(.*)$/.exec(part) ?? [];
  const found: Relationship[] = [];
  readXml(workbook.part(`${folder}_rels/${file}.rels`) ?? '<none/>', {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const { Id = '', Type = '', Target = '', TargetMode } = attributes();
      if (TargetMode === 'External') return;
      found.push({ id: Id, type: Type.slice(Type.lastIndexOf('/') + 1), part: addressOf(Target, part) });
    },
  });
  return found;
}

export interface Sheet {
  readonly name: string;
  /** The address of its part. */
  readonly part: string;
  readonly isHidden: boolean;
}

export interface WorkbookIndex {
  readonly sheets: readonly Sheet[];
  /** True if the workbook counts days from 1904. */
  readonly is1904: boolean;
  /** True if the program that wrote the workbook leaves its formulas to be calculated by the one that opens it. */
  readonly isUncalculated: boolean;
  /** The addresses of the parts with the styles of cells and their texts. */
  readonly styles: string;
  readonly texts: string;
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/**
 * The sheets of a workbook, and how it stores its values.
 * @throws FileReadError for another document
 */
export function readIndex(workbook: Workbook): WorkbookIndex {
  const partOf = (all: readonly Relationship[], type: string) => all.find((one) => one.type === type)?.part;
  const main = partOf(relationshipsOf(workbook, '/'), 'officeDocument') ?? '/xl/workbook.xml';
  // A binary workbook (.xlsb).
  if (main.endsWith('.bin')) throw new FileReadError('otherFormat');
  const xml = workbook.part(main);
  if (xml === undefined || !/<(\w+:)?workbook[\s>]/.test(xml)) throw new FileReadError('otherFormat');
  const parts = relationshipsOf(workbook, main);
  const sheets: Sheet[] = [];
  let [is1904, isUncalculated] = [false, false];
  readXml(xml, {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = isTrue(attributes()['date1904']);
      if (element === 'calcPr') isUncalculated = isTrue(attributes()['fullCalcOnLoad']);
      if (element !== 'sheet') return;
      const { name = '', id = '', state = 'visible' } = attributes();
      const part = parts.find((one) => one.id === id)?.part ?? '';
      sheets.push({ name, part, isHidden: state !== 'visible' });
    },
  });
  const styles = partOf(parts, 'styles') ?? '/xl/styles.xml';
  const texts = partOf(parts, 'sharedStrings') ?? '/xl/sharedstrings.xml';
  return { sheets, is1904, isUncalculated, styles, texts };
}

/** For each style of a cell, how it shows a number. */
export function readNumberFormats(workbook: Workbook, { styles }: WorkbookIndex): NumberFormat[] {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  readXml(workbook.part(styles) ?? '<none/>', {
    open(name, attributes) {
      if (name === 'cellXfs') isInCells = true;
      if (name !== 'numFmt' && name !== 'xf') return;
      const { numFmtId = '0', formatCode } = attributes();
      if (name === 'numFmt') codes.set(Number(numFmtId), formatCode ?? '');
      else if (isInCells) formats.push(numberFormat(Number(numFmtId), codes.get(Number(numFmtId))));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats;
}

/** The texts that cells refer to by their number. Readings of Asian characters (`rPh`) are no part of a text. */
export function readSharedTexts(workbook: Workbook, index: WorkbookIndex): string[] {
  const texts: string[] = [];
  let [text, isText, isReading] = ['', false, false];
  readXml(workbook.part(index.texts) ?? '<none/>', {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isReading = true;
      isText = name === 't' && !isReading;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      isText = false;
      if (name === 'rPh') isReading = false;
      if (name === 'si') texts.push(unescapeCharacters(text));
    },
  });
  return texts;
}
