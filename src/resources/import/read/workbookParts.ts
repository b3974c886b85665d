import { unzipSync } from 'fflate';
import { type NumberFormat, numberFormat, unescapeCharacters } from './cellTexts.ts';
import { FileReadError, maxUnpackedBytes } from './fileTable.ts';
import { readXml } from './xml.ts';

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
        if (/\.xml$/.test(name)) size += originalSize;
        return false;
      },
    });
    if (size > maxUnpackedBytes) throw new FileReadError('tooLarge');
  }

  /** The text of a part, or undefined if there is none. */
  part(wanted: string): string | undefined {
    const parts = unzipSync(this.bytes, {
      filter: ({ name }) => name.toLowerCase() === wanted.toLowerCase(),
    });
    const [bytes] = Object.values(parts);
    return bytes && new TextDecoder().decode(bytes);
  }
}

export interface Sheet {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

export interface WorkbookIndex {
  readonly sheets: readonly Sheet[];
  /** True if the workbook counts days from 1904. */
  readonly is1904: boolean;
}

/** The part that a target of `xl/_rels/workbook.xml.rels` names. */
const partOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;

function targets(workbook: Workbook): Map<string, string> {
  const found = new Map<string, string>();
  readXml(workbook.part('xl/_rels/workbook.xml.rels') ?? '<none/>', {
    open(name, attributes) {
      const { Id = '', Target = '' } = name === 'Relationship' ? attributes() : {};
      if (Id) found.set(Id, partOf(Target));
    },
  });
  return found;
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The sheets of a workbook, and its date system. */
export function readIndex(workbook: Workbook): WorkbookIndex {
  const xml = workbook.part('xl/workbook.xml');
  if (xml === undefined) throw new FileReadError('otherFormat');
  const parts = targets(workbook);
  const sheets: Sheet[] = [];
  let is1904 = false;
  readXml(xml, {
    open(element, attributes) {
      if (element === 'workbookPr') is1904 = isTrue(attributes()['date1904']);
      if (element !== 'sheet') return;
      const { name = '', id = '', state = 'visible' } = attributes();
      sheets.push({ name, part: parts.get(id) ?? '', isHidden: state !== 'visible' });
    },
  });
  return { sheets, is1904 };
}

/** For each style of a cell, how it shows a number. */
export function readNumberFormats(workbook: Workbook): NumberFormat[] {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  readXml(workbook.part('xl/styles.xml') ?? '<none/>', {
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
export function readSharedTexts(workbook: Workbook): string[] {
  const texts: string[] = [];
  let [text, isText, isReading] = ['', false, false];
  readXml(workbook.part('xl/sharedStrings.xml') ?? '<none/>', {
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
