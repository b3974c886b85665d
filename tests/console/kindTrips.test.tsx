import userEvent from '@testing-library/user-event';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { kinds } from '../../contract/kinds/index.ts';
import { putAt, valueAt } from '../../contract/lib/dottedPath.ts';
import { importColumns } from '../../contract/lists/import.ts';
import { type Field, type KindName, many } from '../../contract/schema/field/field.ts';
import { withCurrency } from '../../contract/values/amountMessages.ts';
import { textOfValue, valueOfText } from '../../contract/values/textCodec.ts';
import type { AppError } from '../../server/core/appError.ts';
import { parseInput } from '../../server/resource/write/body.ts';
import { contractResolver } from '../../src/resources/formState/contractResolver.ts';
import { readFile } from '../../src/resources/import/readFile.ts';
import { toCsv, toFileRows, toImportSheet } from '../../src/resources/import/sheet.ts';
import { fieldOf, label, seed } from '../support/kindFields.ts';
import { valuesFor } from '../support/kindValues.ts';
import { scale } from '../support/scale.ts';
import { FakeRequest } from './support/fakeRequest.ts';
import {
  canBeTyped,
  emptyInput,
  enterValue,
  hasFormInput,
  initialFormValue,
  leaveInput,
  partsOf,
  recordsOf,
  sentValue,
} from './support/kindInputActions.ts';
import { mountTestRoot, root, testRoot, unmountTestRoot } from './support/testRoot.ts';
import { until, untilHolds } from './support/until.ts';
import { formValue, ValueForm } from './support/valueForm.tsx';

/** Values exported to a file and imported again, shown in an input and read back, and refused alike everywhere. */

const around = { language: 'en', currency: 'CNY' } as const;
const names = Object.keys(kinds) as KindName[];

/** Gives the choices unique labels, and an amount a currency field. */
function plain(field: Field): Field {
  const { fields, items } = field;
  return {
    ...field,
    ...(field.kind === 'money' && { currency: 'currency' }),
    ...(field.choices && {
      choices: field.choices.map((one) => ({ ...one, label: { en: `<${one.id}>`, zh: `「${one.id}」` } })),
    }),
    ...(fields && { fields: Object.fromEntries(Object.entries(fields).map(([name, one]) => [name, plain(one)])) }),
    ...(items && { items: plain(items) }),
  };
}

/** Every kind, and a joined list of references. */
const items = [
  'integer',
  'decimal',
  'money',
  'boolean',
  'choice',
  'dateTime',
  'date',
  'text',
  'mail',
  'phone',
] as const;
const trips = [...names, 'many', ...items.map((kind) => `list of ${kind}` as const)] as const;
type Trip = (typeof trips)[number];
const listOf = (kind: KindName): fc.Arbitrary<Field> =>
  fieldOf(kind).map((one) => plain({ kind: 'list', label, items: { ...one, required: true }, max: 5 }));

const fieldsOf = (trip: Trip): fc.Arbitrary<Field> =>
  trip === 'many'
    ? fc.boolean().map((required) => many('product', { label, max: 5, required }) as Field)
    : trip.startsWith('list of ')
      ? listOf(trip.slice('list of '.length) as KindName)
      : fieldOf(trip as KindName, 1).map(plain);

const given = (trip: Trip, count: number, isFit = (_: Field) => true): fc.Arbitrary<[Field, unknown[]]> =>
  fieldsOf(trip)
    .filter(isFit)
    .chain((field) => fc.tuple(fc.constant(field), fc.array(valuesFor(field), { minLength: count, maxLength: count })));

const wrongIn = (field: Field, value: unknown): Record<string, readonly string[]> | undefined => {
  try {
    parseInput({ value: field }, { value });
    return undefined;
  } catch (error) {
    return (error as AppError).fields;
  }
};

/** The values that the server accepts, each as it is stored. */
const acceptedOf = (field: Field, values: readonly unknown[]): unknown[] =>
  values.flatMap((value) => {
    if (wrongIn(field, value)) return [];
    const { value: parsed } = parseInput({ value: field }, { value }) as { value: unknown };
    return parsed === null || parsed === undefined ? [] : [JSON.parse(JSON.stringify(parsed)) as unknown];
  });

/** A localized text without its empty languages: an empty cell is a language that is null as well as one that is left out. */
const filled = ({ kind }: Field, value: unknown): unknown =>
  kinds[kind].localized ? Object.fromEntries(Object.entries(value as object).filter(([, one]) => one !== null)) : value;

describe('a value is the same after it was in a file', () => {
  const xml = (text: string) => text.replace(/[&<>"\r\n\t]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const cell = (text: string, at: string) =>
    `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${xml(text)}</t></is></c>`;
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const letters = (at: number): string =>
    (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCharCode(65 + (at % 26));
  const workbook = (lines: readonly (readonly string[])[]): Blob => {
    const rows = lines.map(
      (line, row) =>
        `<row r="${row + 1}">${line.map((text, at) => cell(text, `${letters(at)}${row + 1}`)).join('')}</row>`,
    );
    const parts = {
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows.join('')}</sheetData></worksheet>`,
    };
    const packed = Object.entries(parts).map(([name, text]) => [name, new TextEncoder().encode(text)]);
    return new Blob([zipSync(Object.fromEntries(packed)) as BlobPart]);
  };
  /** XML cannot represent these characters, so a workbook cannot contain them. */
  const isXml = (text: string) => !/[\ufffe\uffff]/u.test(text);

  it.each(trips.filter((kind) => kind !== 'file'))('%s', async (kind) => {
    let seen = 0;
    for (const [field, values] of fc.sample(given(kind, 20), { seed, numRuns: 6 })) {
      const columns = importColumns({ fields: { value: field } });
      const lineOf = (value: unknown) =>
        columns.map(([name, one]) => textOfValue(one, valueAt({ value }, name), around));
      const all = acceptedOf(field, values).map((value) => ({ value, line: lineOf(value) }));
      const whole = all.filter(({ line }) => line.some((text) => text.trim() !== ''));
      for (const [make, fits] of [
        [toCsv, () => true],
        [workbook, isXml],
      ] as const) {
        const trip = whole.filter(({ line }) => line.every(fits));
        if (trip.length === 0) continue;
        const head = columns.map(([name]) => name);
        const table = await readFile(make([head, ...trip.map(({ line }) => line)]));
        const { rows } = toImportSheet(toFileRows(table, { headingRow: 1 }), head, columns);
        const read = rows.map((row) => {
          const body: Record<string, unknown> = {};
          for (const [at, [name, one]] of columns.entries()) {
            const value = valueOfText(one, row[at] ?? '', around);
            if (value !== null) putAt(body, name, value);
          }
          return acceptedOf(field, [body.value])[0];
        });
        seen += trip.length;
        const expected = trip.map(({ value }) => acceptedOf(field, [value])[0]);
        expect(read.map((one) => filled(field, one))).toEqual(expected.map((one) => filled(field, one)));
      }
    }
    expect(seen).toBeGreaterThan(20);
  });
});

interface ShownErrors {
  readonly errors: { readonly value?: { readonly message?: string } };
}

/** The message as the input shows it in a form without a currency. */
const shownMessage = ({ value }: ShownErrors['errors']) => withCurrency(value?.message ?? '', () => undefined);

describe('a value that is none is refused alike by the server, the form and an import', () => {
  it.each(trips)('%s', (kind) => {
    let refused = 0;
    for (const [field, values] of fc.sample(given(kind, 30), { seed: seed + 1, numRuns: 8 }))
      for (const value of values) {
        const wrong = wrongIn(field, value);
        const { errors } = contractResolver({ value: field })({ value }, undefined, {} as never) as ShownErrors;
        expect(Object.keys(errors).length > 0, JSON.stringify(value)).toBe(wrong !== undefined);
        // A form has one input for each part of an object, and none for a value that is not an object.
        if (wrong?.value && kind !== 'object' && kind !== 'localizedText')
          expect(shownMessage(errors)).toBe(wrong.value[0]);
        if (wrong) refused += 1;
        // A cell with the text of a value means that value: `1,5`, a label, a day in another format.
        if (typeof value === 'string' && value.trim() !== '' && valueOfText(field, value, around) === value.trim())
          expect(wrongIn(field, value.trim())).toEqual(wrong);
      }
    expect(refused).toBeGreaterThan(15);
  });
});

describe('a value is the same after it stood in an input', () => {
  beforeEach(() => vi.stubGlobal('XMLHttpRequest', FakeRequest));
  afterEach(() => vi.unstubAllGlobals());

  it.each(trips)('%s', async (trip) => {
    const user = userEvent.setup({ delay: null });
    let seen = 0;
    for (const [field, values] of fc.sample(given(trip, 12, hasFormInput), {
      seed: seed + 2,
      numRuns: scale(12, 60),
    })) {
      const [value] = acceptedOf(field, values)
        .map((one) => initialFormValue(field, one))
        .filter((one) => canBeTyped(field, one));
      if (value === undefined || seen === scale(2, 20)) continue;
      mountTestRoot();
      root.render(<ValueForm field={field} value={value} data={recordsOf(value)} />);
      const parts = await partsOf(testRoot, field, value);
      for (const part of parts) await leaveInput(part, user);
      expect(sentValue(formValue)).toEqual(sentValue(value));
      for (const part of parts) await emptyInput(part, user);
      await until(() => JSON.stringify(sentValue(formValue)) !== JSON.stringify(sentValue(value)));
      for (const part of parts) await enterValue(part, user);
      const bodyOf = (one: unknown) => ({ ...parseInput({ value: field }, { value: one }) })['value'];
      await untilHolds(() => expect(sentValue(bodyOf(formValue))).toEqual(sentValue(bodyOf(value))));
      seen += 1;
      unmountTestRoot();
    }
    expect(seen).toBeGreaterThan(1);
  });
});
