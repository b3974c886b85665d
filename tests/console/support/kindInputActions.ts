import type { UserEvent } from '@testing-library/user-event';
import type { DataProvider } from 'react-admin';
import { readPathOf } from '../../../contract/schema/entity.ts';
import type { Field, KindName, StoredFile } from '../../../contract/schema/field/field.ts';
import { textOfValue } from '../../../contract/values/textCodec.ts';
import { dateTimeText } from '../../../src/resources/values/format.ts';
import { FakeRequest } from './fakeRequest.ts';
import { until } from './until.ts';

/** What a user does with the input of a kind: leaves it unchanged, clears it, and enters a value again. */

const around = { language: 'en', currency: 'CNY' } as const;

/**
 * Kinds that a list in a form cannot contain, and kinds that an object in a form cannot contain
 * (contract/checks/screens/forms.ts).
 */
const notInList: readonly KindName[] = ['list', 'tags', 'json', 'richText', 'object', 'longText'];
const notInObject: readonly KindName[] = ['object', 'list', 'file'];

/** True if a form has an input for the field in which a user can replace the value. */
export function hasFormInput(field: Field): boolean {
  const inner = Object.values(field.fields ?? {});
  if (field.kind === 'object')
    return inner.length > 0 && inner.every((one) => !notInObject.includes(one.kind) && hasFormInput(one));
  if (field.kind === 'list')
    return !notInList.includes(field.items?.kind ?? 'list') && hasFormInput(field.items as Field);
  return field.kind !== 'choice' || (field.choices?.length ?? 0) > 1;
}

/**
 * True if a user can type the value: of usual length, without carriage returns, fractions of a minute, or duplicates in
 * a set.
 */
export function canBeTyped({ kind, items }: Field, value: unknown): boolean {
  const text = JSON.stringify(value);
  if (text.length > 1000 || text.includes('\\r') || /T\d\d:\d\d:(?!00\.000Z)/.test(text)) return false;
  if (kind === 'object') return Object.keys(sentValue(value) as object).length > 0;
  if (!Array.isArray(value)) return true;
  const isSet = items?.kind === 'reference' || items?.kind === 'choice' || items?.kind === 'file';
  const all = value.map((one) => JSON.stringify(one));
  return value.length > 0 && value.length < 6 && !value.includes(null) && !(isSet && new Set(all).size < all.length);
}

/** A value as a body contains it; an object has no empty properties. */
export const sentValue = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null && one !== undefined && one !== ''))
    : value;

const idsIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(idsIn)
      : [];

/** A data provider with the records that a value may refer to, each by its id. */
export function recordsOf(value: unknown): DataProvider {
  const all = [...new Set(idsIn(value))].map((id) => ({ id, name: String(id) }));
  const getMany = async (_: string, { ids }: { ids: number[] }) => ({
    data: ids.map((id) => ({ id, name: String(id) })),
  });
  return { getList: async () => ({ data: all, total: all.length }), getMany } as unknown as DataProvider;
}

/** A time rounded down to the minute, as a user types it. */
const wholeMinute = (moment: string) => `${new Date(moment).toISOString().slice(0, 16)}:00.000Z`;

/** A value as the initial value of a form; a file has all properties of a response. */
export function initialFormValue(field: Field, value: unknown): unknown {
  if (field.kind === 'list' && field.items?.kind === 'file')
    return (value as unknown[]).map((one) => initialFormValue(field.items as Field, one));
  if (field.items?.kind === 'dateTime') return (value as string[]).map(wholeMinute);
  if (field.kind !== 'file') return value;
  const { id } = value as StoredFile;
  return { id, name: `${id}.pdf`, size: 9, type: 'application/pdf', sha256: 'ab' };
}

/** The input of a field, or of a field in an object, and its initial value. */
export interface InputPart {
  readonly place: HTMLElement;
  readonly field: Field;
  readonly value: unknown;
  readonly shown: string;
}

const ready = '[role=combobox], input:not([type=file]), textarea';
const boxOf = ({ place }: Pick<InputPart, 'place'>) => place.querySelector(ready) as HTMLInputElement;

/** The inputs of a value, after they are rendered. */
export async function partsOf(place: HTMLElement, field: Field, value: unknown): Promise<InputPart[]> {
  if (field.kind === 'object') {
    const group = await until(() => place.querySelector<HTMLElement>('[role=group] > div'));
    const inner = Object.entries(field.fields ?? {});
    const all = inner.map(([name, one], at) =>
      partsOf(group.children[at] as HTMLElement, one, (value as Record<string, unknown>)[readPathOf(name, one)]),
    );
    return (await Promise.all(all)).flat();
  }
  await until(() => place.querySelector(isFile(field) ? 'button[aria-label^="Remove"]' : ready));
  return [{ place, field, value, shown: boxOf({ place })?.value ?? '' }];
}

const isFile = ({ kind, items }: Field) => kind === 'file' || items?.kind === 'file';
const isPicked = ({ kind, items }: Field) =>
  kind === 'reference' || kind === 'tags' || (kind === 'list' && !isFile({ kind, items } as Field));

/** Focuses an input and leaves it unchanged. */
export async function leaveInput({ place, field }: InputPart, user: UserEvent): Promise<void> {
  if (isFile(field)) return;
  if (field.kind === 'choice' || field.kind === 'boolean') boxOf({ place }).focus();
  else await user.click(boxOf({ place }));
  await user.tab();
}

/** Clears the input; toggles a switch, and picks the other one of two choices. */
export async function emptyInput({ place, field, value }: InputPart, user: UserEvent): Promise<void> {
  if (isFile(field)) {
    for (const button of place.querySelectorAll<HTMLElement>('button[aria-label^="Remove"]')) await user.click(button);
    await until(() => !place.querySelector('button[aria-label^="Remove"]'));
  } else if (field.kind === 'boolean') await user.click(boxOf({ place }));
  else if (field.kind === 'choice') await pick(place, user, field.choices?.find(({ id }) => id !== value)?.id);
  else if (!isPicked(field)) await user.clear(boxOf({ place }));
  else if (value !== null && value !== undefined) {
    await user.click(boxOf({ place }));
    await user.click(await until(() => place.querySelector<HTMLElement>('button[aria-label=Clear]')));
  }
}

/** Picks the option of a value. */
async function pick(place: HTMLElement, user: UserEvent, value: unknown, label = value): Promise<void> {
  const box = boxOf({ place });
  if (box.getAttribute('aria-expanded') !== 'true') await user.click(box);
  const isIt = (one: HTMLElement) =>
    (one.dataset['value'] ?? one.textContent) === String(one.dataset['value'] ? value : label);
  await user.click(await until(() => [...document.querySelectorAll<HTMLElement>('[role=option]')].find(isIt)));
}

async function write(place: HTMLElement, user: UserEvent, text: string, key = ''): Promise<void> {
  await user.click(boxOf({ place }));
  await user.paste(text);
  if (key) await user.keyboard(key);
}

/** Uploads a file, which the server accepts. */
async function send(place: HTMLElement, user: UserEvent, stored: StoredFile): Promise<void> {
  const input = place.querySelector<HTMLInputElement>('input[type=file]') as HTMLInputElement;
  await user.upload(input, new File([new Uint8Array(stored.size)], stored.name, { type: stored.type }));
  FakeRequest.all.at(-1)?.answer(200, stored);
  await until(() => place.querySelector(`button[aria-label="Remove ${stored.name}"]`));
}

const labelOf = ({ choices }: Field, value: unknown) => choices?.find(({ id }) => id === value)?.label.en ?? value;

/** A value of a list as a user types it; a time is in the user's time zone. */
const typedText = (items: Field, value: unknown): string =>
  items.kind === 'dateTime' ? dateTimeText(value) : textOfValue(items, value, around);

/** Enters the value again: by its text, or by its file, record, choice or tag. */
export async function enterValue({ place, field, value, shown }: InputPart, user: UserEvent): Promise<void> {
  const { kind, items } = field;
  const each = Array.isArray(value) ? value : [value];
  if (isFile(field)) for (const one of each) await send(place, user, one as StoredFile);
  else if (kind === 'boolean') await user.click(boxOf({ place }));
  else if (value === null || value === undefined) return;
  else if (kind === 'choice') await pick(place, user, value);
  else if (kind === 'reference' || items?.kind === 'reference') for (const one of each) await pick(place, user, one);
  else if (items?.choices) for (const one of each) await pick(place, user, one, labelOf(items, one));
  else if (items?.kind === 'boolean') for (const one of each) await pick(place, user, one ? 'yes' : 'no');
  else if (items) for (const one of each) await write(place, user, typedText(items, one), '{Enter}');
  else if (kind === 'tags') await write(place, user, textOfValue(field, value, around));
  else await write(place, user, shown);
  await user.tab();
}
