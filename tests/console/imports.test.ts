import { unzipSync, zipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../contract/index.ts';
import { type ImportField, importableFields, matchHeadings, maxImportChanges } from '../../contract/lists/import.ts';
import { spoiltCell } from '../../contract/lists/spoiltCells.ts';
import { importRows } from '../../src/dataProvider/lists/importRows.ts';
import { encodings, FileReadError, type FileTable } from '../../src/resources/import/read/fileTable.ts';
import { readFile } from '../../src/resources/import/readFile.ts';
import {
  carryPicks,
  cellToUtc,
  findHeadingRow,
  matchColumns,
  mistakeLines,
  problemOf,
  rowsBeyondHeadings,
  spoiltCells,
  toFileRows,
  writtenCells,
} from '../../src/resources/import/sheet.ts';
import { type Desk, type Page, settled, startDesk } from './support/desk.ts';

const utf8 = new TextEncoder();
const bytesOf = (...parts: (string | number[])[]) =>
  new Uint8Array(parts.flatMap((part) => (typeof part === 'string' ? [...utf8.encode(part)] : part)));
/** 名称 and 产品 in GB 18030, the encoding of CSV files from Chinese spreadsheets. */
const inChinese = { 名称: [0xc3, 0xfb, 0xb3, 0xc6], 编码: [0xb1, 0xe0, 0xc2, 0xeb] };
/** Text in GB 18030: each pair of bytes is decoded once to find that of a character. */
function inGb(text: string): Uint8Array {
  const decoder = new TextDecoder('gb18030');
  const pairs = new Map<string, number[]>();
  for (let first = 0x81; first < 0xff; first += 1)
    for (let second = 0x40; second < 0xff; second += 1)
      pairs.set(decoder.decode(Uint8Array.of(first, second)), [first, second]);
  return Uint8Array.from([...text].flatMap((sign) => pairs.get(sign) ?? [sign.charCodeAt(0)]));
}
const fileOf = (bytes: Uint8Array): File => new File([bytes as BlobPart], 'products.csv');

/** A workbook with one sheet, its cells as XML. */
const workbook = (rows: string, { after = '', date1904 = false } = {}): Uint8Array =>
  zipSync({
    '[Content_Types].xml': utf8.encode(
      `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ),
    'xl/workbook.xml': utf8.encode(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">${date1904 ? '<workbookPr date1904="1"/>' : ''}<sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': utf8.encode(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>`,
    ),
    'xl/styles.xml': utf8.encode(
      `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="3"><numFmt numFmtId="170" formatCode="000000"/><numFmt numFmtId="171" formatCode="&quot;LC-&quot;0000"/><numFmt numFmtId="172" formatCode="000-000-0000"/></numFmts><cellXfs count="7"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/><xf numFmtId="45" applyNumberFormat="1"/><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="9"/><xf numFmtId="172"/></cellXfs></styleSheet>`,
    ),
    'xl/worksheets/sheet1.xml': utf8.encode(
      `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><dimension ref="A1:C3"/><sheetData>${rows}</sheetData>${after}</worksheet>`,
    ),
  });
const cell = (at: string, text: string) => `<c r="${at}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** A workbook whose texts are shared, after each part was changed: its name, and its text or bytes. */
function rewritten(change: (name: string, xml: string) => readonly [name: string, content: string | Uint8Array]) {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const shared = `<row r="1"><c r="A1" t="s"><v>0</v></c></row><row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" s="1"><v>45292</v></c></row>`;
  const parts: [string, string][] = Object.entries(unzipSync(workbook(shared))).map(([name, bytes]) => [
    name,
    `<?xml version="1.0" encoding="UTF-8"?>${new TextDecoder().decode(bytes)}`.replace(
      '</Relationships>',
      `<Relationship Id="rId3" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    ),
  ]);
  const others: [string, string][] = [
    [
      '_rels/.rels',
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/sharedStrings.xml',
      '<?xml version="1.0" encoding="UTF-8"?><sst><si><t>Näme</t></si><si><t>名称</t></si></sst>',
    ],
  ];
  const changed = [...parts, ...others].map(([name, xml]) => change(name, xml));
  return zipSync(
    Object.fromEntries(
      changed.map(([name, content]) => [name, typeof content === 'string' ? utf8.encode(content) : content]),
    ),
  );
}

/** The bytes of a text in UTF-16. */
const inWide = (text: string, isLittle: boolean): Uint8Array =>
  Uint8Array.from(
    Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)).flatMap((code) =>
      isLittle ? [code & 255, code >> 8] : [code >> 8, code & 255],
    ),
  );

/** The rows of a table below the headings that are found in it. */
const rowsOf = (table: FileTable, fields = importableFields(contract.entity('product'), 'SuperAdmin')) =>
  toFileRows(table, { headingRow: findHeadingRow(table, fields) });

describe('the columns of a file', () => {
  const one = (name: string, en: string, zh: string): ImportField => [name, { kind: 'text', label: { en, zh } }];
  const others = [one('place', 'room', '地点'), one('room', 'Room', '房间'), one('number', 'Number', '编号')];
  const key = one('id', 'No.', '编号');

  it('go to the field whose label is exactly the heading, then to that of its name, before one that looks the same', () => {
    expect(matchHeadings(others, ['Room', 'ROOM'])).toEqual(['room', 'place']);
    expect(matchHeadings(others, ['ROOM', 'Room'])).toEqual(['place', 'room']);
    expect(matchHeadings([one('a', 'Code', '编码'), one('code', 'Short name', '简称')], ['code'])).toEqual(['code']);
  });

  it('are matched anew when the key changes, as far as the user has not chosen', () => {
    const headings = ['编号', 'Room', 'Mine'];
    const picks = [undefined, null, 'place'];
    expect(matchColumns(others, headings, picks)).toEqual(['number', undefined, 'place']);
    expect(matchColumns([key, ...others], headings, picks)).toEqual(['id', undefined, 'place']);
    // A field that this key does not have is not chosen any more.
    expect(matchColumns(others, headings, ['id', 'place'])).toEqual(['number', 'place', undefined]);
  });

  it('of another sheet have what the user chose for the same headings', () => {
    const picks = carryPicks(['place', undefined, null], ['A', 'B', 'A'], ['B', 'A', 'A', 'C']);
    expect(picks).toEqual([undefined, 'place', null, undefined]);
  });
});

describe('a file', () => {
  it.each<[string, Uint8Array, string[], string[][]]>([
    ['commas and a mark', bytesOf([0xef, 0xbb, 0xbf], 'a,b\r\n1,"x ""y"", z"\r\n'), ['a', 'b'], [['1', 'x "y", z']]],
    ['semicolons', bytesOf('a;b\n1,5;2\n\n;\n'), ['a', 'b'], [['1,5', '2']]],
    [
      'tabs in UTF-16',
      bytesOf([0xff, 0xfe, 0x61, 0, 9, 0, 0x62, 0, 10, 0, 0x31, 0, 9, 0, 0x32, 0]),
      ['a', 'b'],
      [['1', '2']],
    ],
    [
      'GB 18030',
      bytesOf(inChinese.名称, ',', inChinese.编码, '\n', inChinese.名称, ',X\n'),
      ['名称', '编码'],
      [['名称', 'X']],
    ],
    [
      'formulas, which are texts',
      bytesOf(`a,b\n=1+1,'=2\n'-x,''=3\n`),
      ['a', 'b'],
      [
        ['=1+1', '=2'],
        ['-x', "'=3"],
      ],
    ],
    ['names in angle brackets', bytesOf('<NAME>,<CODE>\nA,1\n'), ['<NAME>', '<CODE>'], [['A', '1']]],
    ['trailing empty columns', bytesOf(`a,b${','.repeat(300)}\n1,2${','.repeat(300)}\n`), ['a', 'b'], [['1', '2']]],
    [
      'short and long rows',
      bytesOf('a,b\n1\n1,2,3\n'),
      ['a', 'b'],
      [
        ['1', ''],
        ['1', '2'],
      ],
    ],
    [
      'a workbook',
      workbook(
        `<row r="1">${cell('A1', 'a')}${cell('B1', 'b')}${cell('C1', 'c')}</row>` +
          `<row r="2"><c r="A2"><v>12345678901234567890</v></c><c r="B2" s="1"><v>45292.75</v></c><c r="C2"><f>1+1</f><v>2</v></c></row>`,
      ),
      ['a', 'b', 'c'],
      [['12345678901234567890', '2024-01-01 18:00:00', '2']],
    ],
    [
      'a workbook with numbers as Excel writes them',
      workbook(
        `<row r="1">${cell('A1', 'a')}${cell('B1', 'b')}${cell('C1', 'c')}</row>` +
          `<row r="2"><c r="A2"><v>1.1000000000000001</v></c><c r="B2" s="1"><v>45292.010416666664</v></c><c r="C2"><v>900.10000000000002</v></c></row>` +
          `<row r="3"><c r="A3"><v>4.5999999999999996</v></c><c r="B3" s="1"><v>45292.041666666664</v></c><c r="C3"><v>1.0000000000000001E-5</v></c></row>`,
      ),
      ['a', 'b', 'c'],
      [
        ['1.1', '2024-01-01 00:15:00', '900.1'],
        ['4.6', '2024-01-01 01:00:00', '0.00001'],
      ],
    ],
  ])('with %s is read', async (_what, bytes, headings, rows) => {
    expect(rowsOf(await readFile(fileOf(bytes)))).toMatchObject({ headings, rows });
  });

  it.each<[string, Uint8Array, string]>([
    ['no rows', bytesOf('a,b\n'), 'empty'],
    ['nothing', bytesOf(''), 'empty'],
    ['too many rows', bytesOf('a\n', '1\n'.repeat(10_001)), 'tooManyRows'],
    ['9 MB', new Uint8Array(9 * 1024 * 1024), 'tooLarge'],
    [
      '100 MB in a small archive',
      zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(100 * 1024 * 1024) }, { level: 1 }),
      'tooLarge',
    ],
    ['a quotation mark that is not closed', bytesOf('a,b\n1,"2\n', '3,4\n'.repeat(9000)), 'openQuote'],
    ['a cell that is too long', bytesOf(`a,b\n1,"${'2'.repeat(20_001)}"\n`), 'tooLongCell'],
    ['a broken archive', bytesOf('PK', [3, 4, 0, 0, 0]), 'unreadable'],
    ['an archive of something else', zipSync({ 'a.xml': bytesOf('<a/>') }), 'otherFormat'],
    [
      'a binary workbook',
      rewritten((name, xml) =>
        name === 'xl/workbook.xml'
          ? ['xl/workbook.bin', Uint8Array.of(0x83, 1, 0)]
          : [name, xml.replace('workbook.xml"', 'workbook.bin"')],
      ),
      'otherFormat',
    ],
    [
      'a document of another program of the same family',
      rewritten((name, xml) =>
        name === 'xl/workbook.xml'
          ? ['word/document.xml', '<w:document/>']
          : [name, xml.replace('xl/workbook.xml"', 'word/document.xml"')],
      ),
      'otherFormat',
    ],
    ['texts that are missing', rewritten((name, xml) => [name.replace('sharedStrings', 'lost'), xml]), 'unreadable'],
    [
      'letters that are not in its encoding',
      rewritten((name, xml) => [name, Uint8Array.from(xml, (one) => one.charCodeAt(0))]),
      'unreadable',
    ],
    ['an old workbook, or one with a password', bytesOf([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), 'otherFormat'],
    ['a page with the name of a spreadsheet', bytesOf('<html><table><tr><td>a</td></tr></table>'), 'otherFormat'],
    [
      'a page that begins with its style',
      bytesOf(' <style>td{}</style><table><tr><td>a</td></tr></table>'),
      'otherFormat',
    ],
    ['a page that begins with a remark', bytesOf('<!-- 1 -->\n<div><table><tr><td>a</td></tr></table>'), 'otherFormat'],
    [
      'a page that begins with a heading',
      bytesOf('<h1>Products, 2026</h1><table><tr><td>a</td></tr></table>'),
      'otherFormat',
    ],
    [
      'a page that begins with a link',
      bytesOf('<link rel="stylesheet"><table><tr><td>a</td></tr></table>'),
      'otherFormat',
    ],
    ['a page that begins with its place', bytesOf('<center>\n<table><tr><td>a</td></tr></table>'), 'otherFormat'],
    [
      'a workbook in XML without a declaration',
      bytesOf('<ss:Workbook xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">'),
      'otherFormat',
    ],
    ['a page in UTF-16', inWide('\ufeff<html><table><tr><td>a</td></tr></table>', true), 'otherFormat'],
    ['a page as a mail', bytesOf('MIME-Version: 1.0\nContent-Type: multipart/related\n\na,b\n1,2\n'), 'otherFormat'],
    ['a PDF', bytesOf('%PDF-1.4\n1 0 obj\n2,3\n'), 'otherFormat'],
    ['text with formats', bytesOf('{\\rtf1\\ansi a,b\n1,2}'), 'otherFormat'],
    ['a picture', bytesOf([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 0x0d], 'IHDR,\n', [0, 0], 'x\n'), 'unreadable'],
  ])('with %s is refused', async (_what, bytes, why) => {
    const problem = await readFile(fileOf(bytes)).then(
      (table) => problemOf(rowsOf(table)),
      (error: unknown) => error instanceof FileReadError && error.why,
    );
    expect(problem).toBe(why);
  });

  it.each<[string, Uint8Array, number[]]>([
    [
      'empty lines and a title',
      bytesOf('Products of 2026\r\n\r\nName,Code\r\nA,1\r\n\r\n"B\nb",2\r\nC,3\r\n'),
      [4, 6, 7],
    ],
    ['a line that states its separator', bytesOf('sep=;\r\nName;Code\r\nA;1\r\n'), [2]],
    ['such a line, and rows that end with CR', bytesOf('sep=;\rName;Code\rA;1\r'), [2]],
    ['such a line in quotation marks', bytesOf('"sep=;"\r\nName;Code\r\nA;1\r\n'), [2]],
    ['line ends of two kinds', bytesOf('Name,Code\r\nA,1\nB,2\r\n"C\nc",3\n'), [2, 3, 4]],
    [
      'empty rows of a workbook',
      workbook(
        `<row r="2">${cell('B2', 'Products')}</row><row r="4">${cell('A4', 'Name')}${cell('B4', 'Code')}</row>` +
          `<row r="7">${cell('A7', 'A')}</row><row r="8"/><row r="9">${cell('A9', 'B')}</row>`,
      ),
      [7, 9],
    ],
  ])('with %s has its rows numbered as a spreadsheet does', async (_what, bytes, numbers) => {
    expect(rowsOf(await readFile(fileOf(bytes))).numbers).toEqual(numbers);
  });

  it('with line ends of two kinds has its cells as they were written', async () => {
    const written = 'Name,Code\r\nA,"1\r\nx"\nB,2\r\n"C\nc","3"\r\nD,4\n';
    expect(rowsOf(await readFile(fileOf(bytesOf(written)))).rows).toEqual([
      ['A', '1\r\nx'],
      ['B', '2'],
      ['C\nc', '3'],
      ['D', '4'],
    ]);
  });

  it.each([
    ['by a program that ends each row with two CR', 'Name,Code\r\r\nA,"1\r\r\nx"\r\r\nB,2\r\r\n', [1, 3, 5]],
    ['by two programs, with CR and with LF', 'Name,Code\rA,"1\r\r\nx"\r\nB,2\n', [1, 2, 3]],
  ])('written %s has no line ends in its cells but those in quotation marks', async (_by, written, numbers) => {
    const { rows } = await readFile(fileOf(bytesOf(written)));
    expect(rows.map(({ number }) => number)).toEqual(numbers);
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['Name', 'Code'],
      ['A', '1\r\r\nx'],
      ['B', '2'],
    ]);
  });

  it.each([';', '\t', '|', ','])('with two columns below a title is divided by “%s”', async (separator) => {
    const lines = ['Prices of 2026', '', `Name${separator}Price`, `A${separator}1 5`, `B${separator}2 5`];
    const { rows, source } = await readFile(fileOf(bytesOf(lines.join('\r\n'))));
    expect(source).toMatchObject({ separator });
    expect(rows.map(({ cells }) => cells)).toEqual([['Prices of 2026'], ['Name', 'Price'], ['A', '1 5'], ['B', '2 5']]);
  });

  it('with a title and amounts that have commas is divided by its semicolons', async () => {
    const { source } = await readFile(fileOf(bytesOf('Prices, 2026\n\nName;Price\nA;1,5\nB;2,5\n')));
    expect(source).toMatchObject({ separator: ';' });
    const twice = await readFile(fileOf(bytesOf('Prices\nas of today\n\nName;Price\nA;1\n')));
    expect(twice.source).toMatchObject({ separator: ';' });
    const sentences = await readFile(fileOf(bytesOf('Name\nAcme; Inc\nBeta; Ltd\nC; D\n')));
    expect(sentences.rows.map(({ cells }) => cells)).toEqual([['Name'], ['Acme; Inc'], ['Beta; Ltd'], ['C; D']]);
  });

  it('has a text that a program writes as a formula, so that spreadsheets leave it as it is, without the formula', async () => {
    const written = 'Name,Code\nA,="001"\nB,"=""0""""2"""\nC,=1+1\nD,"=A1&""x"""\nE,"\'=""003"""\n';
    const { rows } = await readFile(fileOf(bytesOf(written)));
    expect(rows.map(({ cells }) => cells[1])).toEqual(['Code', '001', '0"2', '=1+1', '=A1&"x"', '="003"']);
  });

  it('says in which encoding and dialect it was read, how certain that is, and takes another', async () => {
    const long = '企业名称包括许可产品与订单的所有中文内容以便识别编码'.repeat(4);
    const gb = inGb('名称,编码,联系人,备注\n上海云图科技有限公司,YUNTU,张伟,年度续订客户，已签合同\n');
    const latin = Uint8Array.from('Name;Code\nMüller GmbH;MUELLER\n', (sign) => sign.charCodeAt(0));
    const source = async (bytes: Uint8Array, choices = {}) => (await readFile(fileOf(bytes), { choices })).source;
    expect(await source(bytesOf(`a;${long}\n1;2\n`))).toMatchObject({
      encoding: 'utf-8',
      trust: 'sure',
      separator: ';',
    });
    expect(await source(gb)).toMatchObject({ encoding: 'gb18030', trust: 'likely' });
    expect(await source(latin)).toMatchObject({ encoding: 'windows-1252' });
    const short = bytesOf(inChinese.名称, ',b\n1,2\n');
    expect(await source(short)).toMatchObject({ encoding: 'gb18030', trust: 'doubtful' });
    expect(await source(short, { encoding: 'gb18030' })).toMatchObject({ trust: 'sure' });
    expect(await source(short, { encoding: 'utf-8' })).toMatchObject({ trust: 'broken' });
    // One byte is missing in the middle of a text in UTF-8.
    const torn = bytesOf(`a,b\n${long},`, [0xe4, 0xb8], '\n');
    expect(((await source(torn)) as { trust: string }).trust).not.toMatch(/sure|likely/);
    expect(await source(bytesOf('a,\ufffd\n1,2\n'))).toMatchObject({ trust: 'doubtful' });
    expect(rowsOf(await readFile(fileOf(bytesOf("'a,x'|'b'\n1|2\n"))))).toMatchObject({ headings: ['a,x', 'b'] });
    const barred = await readFile(fileOf(bytesOf('a,b;c\n1,2;3\n')), { choices: { separator: ';' } });
    expect(rowsOf(barred)).toMatchObject({ headings: ['a,b', 'c'], rows: [['1,2', '3']] });
  });

  it('tells UTF-16 without a mark, and short western text, by their letters', async () => {
    const wide = (text: string, isLittle: boolean): Uint8Array =>
      Uint8Array.from(
        [...text].flatMap((sign) => {
          const [high, low] = [sign.charCodeAt(0) >> 8, sign.charCodeAt(0) & 255];
          return isLittle ? [low, high] : [high, low];
        }),
      );
    const chinese = '名称,编码\n一号企业,甲一\n';
    for (const [isLittle, encoding] of [
      [true, 'utf-16le'],
      [false, 'utf-16be'],
    ] as const) {
      const table = await readFile(fileOf(wide(chinese, isLittle)));
      expect(table.source).toMatchObject({ encoding, trust: 'likely' });
      expect(table.rows[1]?.cells).toEqual(['一号企业', '甲一']);
    }
    await expect(readFile(fileOf(bytesOf('a,b\n1,', [0], '\n')))).rejects.toMatchObject({ why: 'unreadable' });
    const short = Uint8Array.from('Name;Ort\nBjörk;Å\n', (sign) => sign.charCodeAt(0));
    const table = await readFile(fileOf(short));
    expect(table.source).toMatchObject({ encoding: 'windows-1252', trust: expect.not.stringMatching(/sure|broken/) });
    expect(table.rows[1]?.cells).toEqual(['Björk', 'Å']);
  });

  it.each([
    ['by Excel on a Mac', [0x4d, 0x9f, 0x6c, 0x6c, 0x65, 0x72], 'Müller'],
    ['by an older Polish program', [0xbc, 0x72, 0xf3, 0x64, 0xb3, 0x6f], 'źródło'],
  ])('written %s can be read in one of the encodings that are offered', async (_by, letters, text) => {
    const bytes = bytesOf('Name,Code\n', letters, ',1\n');
    const tables = Object.keys(encodings).map((encoding) => readFile(fileOf(bytes), { choices: { encoding } }));
    const names = (await Promise.allSettled(tables)).map((one) =>
      one.status === 'fulfilled' ? one.value.rows[1]?.cells[0] : '',
    );
    expect(names).toContain(text);
  });

  it.each([3, 300, 3000])('asks about a few Chinese words below %i English rows', async (count) => {
    const english = 'Name,Code,Note\nAcme Trading Ltd,A1,Annual renewal of the contract\n';
    const table = await readFile(fileOf(bytesOf(english.repeat(count), inChinese.名称, ',C1,Annual renewal\n')));
    expect(table.source).toMatchObject({ encoding: 'gb18030', trust: 'doubtful' });
    expect(table.rows.at(-1)?.cells[0]).toBe('名称');
    const western = Uint8Array.from(`${english.repeat(count)}Café Núñez,C1,\n`, (sign) => sign.charCodeAt(0));
    expect((await readFile(fileOf(western))).source).toMatchObject({ encoding: 'windows-1252' });
  });

  it('tells rows with more cells than there are headings', async () => {
    const table = await readFile(fileOf(bytesOf('name,code\nAcme, Inc.,ACME\nBeta,BETA,\n,,left\n')));
    expect(rowsBeyondHeadings(table, { headingRow: 1 })).toEqual([2, 4]);
    const rows = `<row r="1">${cell('A1', 'a')}</row><row r="2" hidden="1">${cell('B2', 'x')}</row><row r="3">${cell('A3', 'y')}</row>`;
    const book = await readFile(fileOf(workbook(rows)));
    expect(rowsBeyondHeadings(book, { headingRow: 1 })).toEqual([2]);
    expect(rowsBeyondHeadings(book, { headingRow: 1, withoutHidden: true })).toEqual([]);
  });

  const folder = 'Target="worksheets/';
  it.each<[string, Uint8Array]>([
    ['as most do', rewritten((name, xml) => [name, xml])],
    ['in UTF-16', rewritten((name, xml) => [name, inWide(`\ufeff${xml.replace('UTF-8', 'UTF-16')}`, true)])],
    ['in UTF-16 without a mark', rewritten((name, xml) => [name, inWide(xml.replace('UTF-8', 'UTF-16'), false)])],
    ['in UTF-8 that is declared as UTF-16', rewritten((name, xml) => [name, xml.replace('UTF-8', 'utf-16')])],
    [
      'in GB 2312',
      rewritten((name, xml) => [
        name,
        name.endsWith('Strings.xml') ? inGb(xml.replace('UTF-8', 'GB2312').replace('ä', 'a')) : xml,
      ]),
    ],
    [
      'with backslashes',
      rewritten((name, xml) => [name.replaceAll('/', '\\'), xml.replace(folder, 'Target="worksheets\\')]),
    ],
    ['with absolute targets', rewritten((name, xml) => [name, xml.replace(folder, 'Target="/xl/worksheets/')])],
    [
      'with targets by way of another folder',
      rewritten((name, xml) => [name, xml.replace(folder, 'Target="../xl/worksheets/')]),
    ],
    ['in other folders', rewritten((name, xml) => [name.replace('xl/', 'book/'), xml.replace('xl/', '/book/')])],
    [
      'with other names',
      rewritten((name, xml) => [
        name.replace('sharedStrings', 'all texts').replace('sheet1', 'ONE'),
        xml.replace('"sharedStrings', '"all%20texts').replace('sheet1', 'one'),
      ]),
    ],
    [
      'in the strict edition',
      rewritten((name, xml) => [
        name,
        xml
          .replaceAll(
            'http://schemas.openxmlformats.org/officeDocument/2006/',
            'http://purl.oclc.org/ooxml/officeDocument/',
          )
          .replaceAll(
            'http://schemas.openxmlformats.org/spreadsheetml/2006/',
            'http://purl.oclc.org/ooxml/spreadsheetml/',
          )
          .replace(' s="1"><v>45292</v>', ' t="d"><v>2024-01-01</v>'),
      ]),
    ],
    [
      'with prefixes',
      rewritten((name, xml) => [
        name,
        name.startsWith('xl/') ? xml.replaceAll(/<(\/?)(\w)/g, '<$1x:$2').replace('xmlns=', 'xmlns:x=') : xml,
      ]),
    ],
    [
      'with additions below its rows',
      rewritten((name, xml) => [
        name,
        xml.replace(
          '</sheetData>',
          '</sheetData><extLst><x14:row r="3"><x14:c r="A3"><v>9</v></x14:c></x14:row></extLst>',
        ),
      ]),
    ],
  ])('that another program has written %s is read', async (_how, bytes) => {
    const table = await readFile(fileOf(bytes));
    expect(table.rows.map(({ number, cells }) => [number, ...cells])).toEqual([
      [1, expect.stringMatching(/^N[äa]me$/)],
      [2, '名称', '2024-01-01'],
    ]);
  });

  it('has a formula without a result as the formula, and asks about it', async () => {
    const text = { kind: 'text', label: { en: 'A', zh: 'A' } } as const;
    const fields: ImportField[] = ['a', 'b', 'c', 'd'].map((name) => [name, text]);
    const formulas =
      `<row r="1">${['A1', 'B1', 'C1', 'D1'].map((at) => cell(at, at.charAt(0).toLowerCase())).join('')}</row>` +
      '<row r="2"><c r="A2"><f>1+1</f><v/></c><c r="B2" t="str"><f>""</f><v></v></c><c r="C2"><f t="shared" si="0"/></c><c r="D2"><f>B9</f><v>0</v></c></row>';
    const askedIn = async (bytes: Uint8Array) => {
      const table = await readFile(fileOf(bytes));
      const file = toFileRows(table, { headingRow: 1 });
      return [file.rows, spoiltCells(file, ['a', 'b', 'c', 'd'], fields).map(({ field, kind }) => [field, kind])];
    };
    const empty = [
      ['a', 'uncalculated'],
      ['c', 'uncalculated'],
    ];
    expect(await askedIn(workbook(formulas))).toEqual([[['=1+1', '', '=', '0']], empty]);
    // A program that does not calculate writes 0, and leaves the formulas to the one that opens the workbook.
    const open = workbook(formulas);
    const parts = unzipSync(open);
    const main = new TextDecoder().decode(parts['xl/workbook.xml']);
    const uncalculated = zipSync({
      ...parts,
      'xl/workbook.xml': utf8.encode(
        main.replace('</workbook>', '<calcPr calcId="124519" fullCalcOnLoad="1"/></workbook>'),
      ),
    });
    expect(await askedIn(uncalculated)).toEqual([[['=1+1', '', '=', '0']], [...empty, ['d', 'uncalculated']]]);
  });

  it('leaves out how Asian characters are read, and takes minutes and seconds as a time', async () => {
    const read = '<c r="A1" t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></is></c>';
    const table = await readFile(fileOf(workbook(`<row r="1">${read}<c r="B1" s="2"><v>0.0625</v></c></row>`)));
    expect(table.rows[0]?.cells).toEqual(['東京', '01:30:00']);
  });

  it('has characters beyond U+FFFF, empty cells, and codes as their format shows them', async () => {
    const row = [
      cell('A1', '&#134071;&#37326;&#x1F600;'),
      '<c r="B1" t="s"/><c r="C1" t="b"><v>true</v></c>',
      '<c r="D1" s="3"><v>123</v></c><c r="E1" s="4"><v>7</v></c><c r="F1" s="5"><v>0.5</v></c>',
      '<c r="G1" s="6"><v>2161234567</v></c><c r="H1" t="d"><v>2026-01-05T00:00:00</v></c><c r="I1" s="3"><v>1234567</v></c>',
    ].join('');
    const table = await readFile(fileOf(workbook(`<row r="1">${row}</row>`)));
    const shown = ['𠮷野😀', '', 'true', '000123', 'LC-0007', '50%', '216-123-4567', '2026-01-05', '1234567'];
    expect(table.rows[0]?.cells).toEqual(shown);
  });

  it('has the dates of its workbook’s date system', async () => {
    const dated = `<row r="1">${cell('A1', 'a')}</row><row r="2"><c r="A2" s="1"><v>43831</v></c></row>`;
    expect(rowsOf(await readFile(fileOf(workbook(dated)))).rows).toEqual([['2020-01-01']]);
    expect(rowsOf(await readFile(fileOf(workbook(dated, { date1904: true })))).rows).toEqual([['2024-01-02']]);
  });

  it('tells hidden rows and merged cells of a workbook', async () => {
    const rows = `<row r="1">${cell('A1', 'a')}${cell('B1', 'b')}</row><row r="2" hidden="1">${cell('A2', 'x')}</row><row r="3">${cell('A3', 'y')}</row>`;
    const table = await readFile(
      fileOf(workbook(rows, { after: '<mergeCells><mergeCell ref="A3:A4"/></mergeCells>' })),
    );
    expect(table.rows.map(({ isHidden }) => isHidden)).toEqual([false, true, false]);
    expect(table.source).toMatchObject({ merged: ['A3:A4'] });
    expect(toFileRows(table, { headingRow: 1, withoutHidden: true }).numbers).toEqual([3]);
  });

  it.each([
    ['one cell at the far end', `<row r="1048576">${cell('XFD1048576', 'x')}</row>`, 'tooManyColumns'],
    ['a blank cell at the far end', `<row r="1048576">${cell('XFD1048576', ' ')}</row>`, 'empty'],
    [
      'many more rows than are imported',
      Array.from({ length: 300_000 }, (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`).join(''),
      'tooManyRows',
    ],
  ])('with %s is refused within moments', async (_what, rows, why) => {
    const bytes = workbook(rows);
    const begin = performance.now();
    const problem = await readFile(fileOf(bytes)).then(
      (table) => problemOf(rowsOf(table)),
      (error: FileReadError) => error.why,
    );
    expect(problem).toBe(why);
    expect(performance.now() - begin).toBeLessThan(5_000);
  });

  it('tells the cells that a spreadsheet has changed, and no others', async () => {
    const fields = importableFields(contract.entity('enterprise'), 'SuperAdmin');
    const spoiltIn = async (bytes: Uint8Array) => {
      const file = rowsOf(await readFile(fileOf(bytes)), fields);
      return spoiltCells(file, matchHeadings(fields, file.headings), fields).map(({ row, kind }) => [row, kind]);
    };
    const line = (...cells: string[]) => `${cells.join(',')}\n`;
    const csv = [
      line('Name', 'Social credit code', 'Contact phone'),
      line('A', '9.11101E+17', '13812345678'),
      line('B', '911101199001011000', '02155556666'),
      line('C', '911101199001011234', '2155556666'),
      line('5-Mar', '91110', '+86 138 1234 5678'),
      line('#N/A', '1E5', '12345678'),
    ];
    expect(await spoiltIn(bytesOf(...csv))).toEqual([
      [0, 'scientific'],
      [1, 'lostDigits'],
      [2, 'lostZero'],
      [3, 'becameDate'],
      [4, 'errorValue'],
    ]);
    const book = workbook(
      `<row r="1">${cell('A1', 'Name')}${cell('B1', 'Social credit code')}${cell('C1', 'Contact phone')}</row>` +
        `<row r="2">${cell('A2', '911101199001011000')}<c r="B2"><v>9.11101199001011E+17</v></c><c r="C2"><v>2155556666</v></c></row>` +
        `<row r="3"><c r="A3" s="1"><v>45356</v></c><c r="B3" t="e"><v>#REF!</v></c>${cell('C3', '2155556666')}</row>`,
    );
    expect(await spoiltIn(book)).toEqual([
      [0, 'lostDigits'],
      [0, 'lostZero'],
      [1, 'becameDate'],
      [1, 'errorValue'],
    ]);
    // SheetJS writes 911101199003078888 so; a program that writes every digit has lost none.
    const long = ['911101199003078900', '911101199003078888', '6222021234567891', '9007199254740993'];
    const numbers = long.map(
      (digits, at) => `<row r="${at + 2}">${cell(`A${at + 2}`, 'A')}<c r="B${at + 2}"><v>${digits}</v></c></row>`,
    );
    const headings = `<row r="1">${cell('A1', 'Name')}${cell('B1', 'Social credit code')}</row>`;
    expect(await spoiltIn(workbook(headings + numbers.join('')))).toEqual([[0, 'lostDigits']]);
    for (const error of ['#SPILL!', '#CALC!', '#ERROR!', 'Err:502', '########'])
      expect(spoiltCell({ kind: 'text', label: { en: 'Name', zh: '名称' } }, error)).toBe('errorValue');
    expect(spoiltCell({ kind: 'date', label: { en: 'Day', zh: '日' } }, '45123')).toBe('dateNumber');
    expect(spoiltCell({ kind: 'date', label: { en: 'Day', zh: '日' } }, '2023-07-16')).toBeUndefined();
  });

  it('asks about the spoilt cells that are written, not about those that a record has already', () => {
    const cells = [0, 1, 2].flatMap((row) => ['name', 'code'].map((field) => ({ row, field })));
    const change = { row: 0, field: 'code', before: 'MAR-1', after: '1-Mar' };
    const mistake = { row: 1, field: 'unit', message: 'No' };
    const check = { versions: [3, 1, 2], changes: [change], mistakes: [mistake] };
    const asked = (more: object = {}) =>
      writtenCells(cells, { ...check, ...more }).map(({ row, field }) => [row, field]);
    const [first, second] = [
      [0, 'code'],
      [1, 'name'],
    ];
    expect(asked()).toEqual([first, second, [1, 'code']]);
    expect(asked({ versions: [3, 1, 0] })).toEqual([first, second, [1, 'code'], [2, 'name'], [2, 'code']]);
    expect(asked({ versions: [] })).toHaveLength(6);
    expect(asked({ changes: Array.from({ length: maxImportChanges }, () => change) })).toHaveLength(6);
  });

  it('has its moments in the browser’s zone, and those with an offset as they are', () => {
    const local = (text: string) => new Date(text).toISOString();
    expect(cellToUtc('2030-06-01 08:30')).toBe(local('2030-06-01T08:30:00'));
    expect(cellToUtc('2030-06-01 08:30:15.000')).toBe(local('2030-06-01T08:30:15'));
    expect(cellToUtc('2030-06-01 08:30:15.0123456')).toBe(local('2030-06-01T08:30:15.012'));
    expect(cellToUtc('2030/6/1')).toBe(local('2030-06-01T00:00:00'));
    expect(cellToUtc('2030年6月1日 08:30:15')).toBe(local('2030-06-01T08:30:15'));
    expect(cellToUtc('２０３０／６／１　０８：３０')).toBe(local('2030-06-01T08:30:00'));
    for (const text of ['2030-06-01T08:30:00Z', '2030-02-31', 'soon', '']) expect(cellToUtc(text)).toBe(text);
    for (const text of ['2030-06-01 10:75', '2030-06-01 08:30:60', '2030-06-01 24:00', '0000-01-01', '0071-01-05'])
      expect(cellToUtc(text)).toBe(text);
  });

  it('gives back the rows that have mistakes, to be mended', () => {
    const file = {
      headings: ['a', 'b'],
      rows: [
        ['1', '2'],
        ['3', '4'],
        ['5', '6'],
      ],
      numbers: [5, 9, 10],
    };
    const mistakes = [
      { row: 1, field: 'x', message: 'No' },
      { row: 1, field: '_', message: 'Never' },
    ];
    expect(mistakeLines(file, mistakes, { row: 'Row', mistake: 'Mistake' }, () => 'X')).toEqual([
      ['Row', 'a', 'b', 'Mistake'],
      ['9', '3', '4', 'X: No; Never'],
    ]);
  });
});

describe('an import under way', () => {
  afterEach(() => vi.unstubAllGlobals());
  const columns = { columns: ['name'], rows: [['A']], dry_run: false };
  const answering = async (...pieces: string[]) => {
    const body = new ReadableStream({
      start(out) {
        for (const piece of pieces) out.enqueue(utf8.encode(piece));
        out.close();
      },
    });
    vi.stubGlobal('fetch', async () => new Response(body, { headers: { 'Content-Type': 'text/event-stream' } }));
    const seen: string[] = [];
    const onProgress = (done: number, all: number) => seen.push(`${done} of ${all}`);
    const answer = await importRows(contract.entity('product'), columns, { headers: {}, onProgress });
    return [seen, answer];
  };
  const progress = (done: number) => `event: progress\ndata: {"done":${done},"all":600}\n\n`;

  it('tells how far it is, however its events come', async () => {
    const done = { rows: 600, created: 600, mistakes: [] };
    const end = `event: done\ndata: ${JSON.stringify(done)}\n\n`;
    expect(await answering(': open\n\n', progress(0), progress(200).slice(0, 9), progress(200).slice(9) + end)).toEqual(
      [['0 of 600', '200 of 600'], done],
    );
  });

  it('says why it failed, and that it broke off', async () => {
    const failed = { status: 422, title: 'No', code: 'invalid', error: { fields: {} } };
    await expect(answering(progress(0), `event: failed\ndata: ${JSON.stringify(failed)}\n\n`)).rejects.toMatchObject({
      status: 422,
      message: 'No',
    });
    await expect(answering(progress(0))).rejects.toMatchObject({ status: 0 });
  });
});

describe('the dialog', () => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await startDesk();
  });
  afterAll(() => desk.close());

  const dialog = (page: Page) => page.getByRole('dialog');
  const choose = async (page: Page, bytes: Uint8Array) => {
    await dialog(page)
      .getByRole('button', { name: /Choose a file|选择文件/ })
      .waitFor();
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('there is no place for a file');
    Object.defineProperty(input, 'files', { value: [fileOf(bytes)], configurable: true });
    Object.defineProperty(input, 'value', { value: '', writable: true, configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  const open = async (account: string, locale = 'en-US') => {
    const page = await desk.open(account, { locale });
    await page.goto('/enterprise/product');
    await settled(page);
    return page;
  };

  it('says which rows cannot be imported, gives them back, and imports the mended file', async () => {
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob), revokeObjectURL: () => {} }),
    );
    const page = await open('superadmin');
    await page.getByRole('button', { name: 'Import' }).click();
    await choose(page, bytesOf('Name;Code;What for;Deployment;Category\nA;IM-1;x;1;1001\nB;IM-2;x;9;1001\n'));
    await dialog(page).getByText('Which column of the file', { exact: false }).waitFor();
    // A column that is not imported is marked without opening the select.
    expect(await dialog(page).getByRole('combobox', { name: 'Field for What for' }).textContent()).toBe('Left out');
    await dialog(page).getByRole('button', { name: 'Check 2 rows' }).click();
    await dialog(page).getByText('Choose one of the offered values').waitFor();
    expect(await dialog(page).getByRole('button', { name: 'Import 2 rows' }).count()).toBe(0);
    await dialog(page).getByRole('button', { name: 'Download the rows with mistakes' }).click();
    await expect
      .poll(() => saved.at(-1)?.text())
      .toBe(
        'Row,Name,Code,What for,Deployment,Category,Mistake\r\n3,B,IM-2,x,9,1001,Deployment: Choose one of the offered values\r\n',
      );
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    await dialog(page).getByText('Which column of the file', { exact: false }).waitFor();
    await dialog(page).getByRole('button', { name: 'Check 2 rows' }).click();
    // The corrected file is chosen where the errors are shown.
    await dialog(page).getByRole('button', { name: 'Choose another file' }).click();
    await choose(page, bytesOf('Name;Code;What for;Deployment;Category\nA;IM-1;x;1;1001\nB;IM-2;x;2;1001\n'));
    await dialog(page).getByRole('button', { name: 'Check 2 rows' }).click();
    await dialog(page).getByText('All 2 rows can be imported.').waitFor();
    await dialog(page).getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText('2 records imported').waitFor();
    await page.locator('tbody').getByText('IM-2').waitFor();
  });

  it.each([
    [
      'en-US',
      {
        open: 'Import',
        close: 'Close',
        stay: 'Keep editing',
        discard: 'Discard',
        back: 'Back',
        again: 'Continue with products.csv',
        check: 'Check 1 row',
      },
    ],
    [
      'zh-CN',
      {
        open: '导入',
        close: '关闭',
        stay: '继续填写',
        discard: '放弃',
        back: '返回',
        again: '继续使用 products.csv',
        check: '检查 1 行',
      },
    ],
  ])(
    'asks before it closes once a file is chosen, in every step, and keeps the file on the way back: %s',
    async (locale, words) => {
      const page = await open('superadmin', locale);
      await page.getByRole('button', { name: words.open }).click();
      const press = (name: string) => dialog(page).last().getByRole('button', { name }).click();
      const isAsked = async () => {
        await press(words.close);
        await press(words.stay);
        await expect.poll(() => dialog(page).count()).toBe(1);
      };
      await choose(page, bytesOf('Name,Code,Deployment,Category,x\nA,IM-30,1,1001,y\n'));
      await dialog(page).getByRole('button', { name: words.check }).waitFor();
      await isAsked();
      const field = dialog(page).getByRole('combobox').last();
      await field.click();
      await page.getByRole('option').last().click();
      const matched = await field.textContent();
      await press(words.back);
      await dialog(page).getByRole('button', { name: words.again }).waitFor();
      await isAsked();
      await press(words.again);
      await field.waitFor();
      await expect.poll(() => field.textContent()).toBe(matched);
      await press(words.check);
      await isAsked();
      await press(words.close);
      await press(words.discard);
      await expect.poll(() => dialog(page).count()).toBe(0);
      // Before a file is chosen nothing would be lost.
      await page.getByRole('button', { name: words.open }).click();
      await press(words.close);
      await expect.poll(() => dialog(page).count()).toBe(0);
    },
  );

  it('says of which field a mistake is that stands in no column', async () => {
    const page = await open('superadmin');
    await page.getByRole('button', { name: 'Import' }).click();
    await choose(page, bytesOf('Name;Code;Deployment;Category;metering\nA;IM-9;1;1001;value\n'));
    await dialog(page).getByRole('button', { name: 'Check 1 row' }).click();
    await dialog(page).getByText('Unit: The current item cannot be empty').waitFor();
  });

  it('stands in Chinese, lets a match be changed, and says what a new record lacks', async () => {
    const page = await open('operations', 'zh-CN');
    await page.getByRole('button', { name: '导入' }).click();
    await choose(page, bytesOf(inChinese.名称, ',', inChinese.编码, ',x\n', 'A,IM-3,1\n'));
    await dialog(page).getByText('新建记录还需要：部署方式和类别。').waitFor();
    await dialog(page).getByRole('combobox', { name: '“x”对应的字段' }).click();
    await page.getByRole('option', { name: '部署方式 *' }).click();
    await dialog(page).getByText('新建记录还需要：类别。').waitFor();
    expect(await dialog(page).getByRole('button', { name: '检查 1 行' }).isEnabled()).toBe(false);
  });

  it('gives back the rows with mistakes in Chinese as Chinese is written', async () => {
    const saved: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, { createObjectURL: (blob: Blob) => saved.push(blob), revokeObjectURL: () => {} }),
    );
    const page = await open('superadmin', 'zh-CN');
    await page.getByRole('button', { name: '导入' }).click();
    await choose(page, bytesOf('名称,编码,部署方式,类别\nA,IM-7,9,9\n'));
    await dialog(page).getByRole('button', { name: '检查 1 行' }).click();
    await dialog(page).getByRole('button', { name: '下载有误的行' }).click();
    await expect.poll(() => saved.at(-1)?.text()).toContain('部署方式：请选择所列选项之一；类别：请选择所列选项之一');
  });

  it('tells the rows with mistakes in their order, and of how many other rows it says what they do', async () => {
    const page = await open('superadmin', 'zh-CN');
    await page.getByRole('button', { name: '导入' }).click();
    await choose(page, bytesOf('名称,编码,部署方式,类别\n,IM-40,1,1001\n9.11E+17,IM-41,9,1001\nB,IM-41,1,1001\n'));
    await dialog(page).getByText('请确认文件的每一列对应哪个字段。未导入的字段取新建记录的初始值。').waitFor();
    await dialog(page).getByRole('combobox', { name: '已有记录' }).click();
    await page.getByRole('option', { name: '更新编码相同的记录' }).click();
    await dialog(page).getByRole('button', { name: '检查 3 行' }).click();
    await dialog(page).getByText('3 行无法导入。请修改文件后重新选择；尚未导入任何数据。', { exact: true }).waitFor();
    expect(await dialog(page).locator('tbody td:first-child').allTextContents()).toEqual(['2', '3', '4']);
    // The warning about spoilt cells is shown, and the question comes only once there is something to import.
    await dialog(page).getByText('1 个单元格的值可能已被电子表格软件改动。').waitFor();
    expect(await dialog(page).getByRole('checkbox').count()).toBe(0);
    await dialog(page).getByRole('button', { name: '选择其他文件' }).click();
    await choose(page, bytesOf('名称,编码,部署方式,类别\n,IM-40,1,1001\nA,IM-41,1,1001\n'));
    await dialog(page).getByRole('button', { name: '检查 2 行' }).click();
    await dialog(page).getByText('尚未导入任何数据。其余各行：新建 1 条').waitFor();
  });

  it('names the first rows with cells to the right of the headings, and says that there are more', async () => {
    const page = await open('superadmin');
    await page.getByRole('button', { name: 'Import' }).click();
    const wide = (rows: number) => bytesOf(`Name,Code\n${'A,B,C\n'.repeat(rows)}`);
    await choose(page, wide(2));
    await dialog(page).getByText('(rows 2, 3),', { exact: false }).waitFor();
    await dialog(page).getByRole('button', { name: 'Back' }).click();
    await choose(page, wide(7));
    await dialog(page).getByText('(rows 2, 3, 4, 5, 6, …),', { exact: false }).waitFor();
  });

  it('says what is wrong with a file once, and its limits where they are read anyway', async () => {
    const page = await open('superadmin');
    await page.getByRole('button', { name: 'Import' }).click();
    await choose(page, bytesOf('Name,Code\n'));
    await dialog(page).getByText('This file has no rows below its headings.').waitFor();
    expect(await dialog(page).getByText('At most 10,000 rows and 8 MB.').count()).toBe(1);
  });

  it('is not there for who makes no record', async () => {
    const page = await desk.open('enterprise');
    await page.goto('/authorization/order');
    await settled(page);
    expect(await page.getByRole('button', { name: 'Import' }).count()).toBe(0);
  });
});
