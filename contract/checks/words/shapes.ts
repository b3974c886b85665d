import { everything } from '../../conditions/condition.ts';
import { type MessageKey, messages } from '../../messages/catalogue.ts';
import { isWords } from '../support/walkDeclaration.ts';

/** What the value of a word must be, as the types say; or the texts of which it must be one. */
export type Shape = RecognizedShape | readonly string[];

export interface RecognizedShape {
  is(this: void, value: unknown): boolean;
  /** What to write, as the end of a sentence. */
  readonly cure: string;
  /** What each value must be, where the value is an object with names of its own. */
  readonly each?: RecognizedShape;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';
const isState = (value: unknown): boolean => isNumber(value) || isText(value);
const isListOf = (value: unknown, is: (one: unknown) => boolean): boolean => Array.isArray(value) && value.every(is);
const isNames = (value: unknown): boolean => isListOf(value, isText);
const isLabel = (value: unknown): boolean => isWords(value) && isText(value.en) && isText(value.zh);
const isMessage = (value: unknown): value is MessageKey => isText(value) && Object.hasOwn(messages, value);

const writeLabel = "write it as { en: 'Text', zh: '文字' }";

/** Any value, or one that a check of its own looks at. */
export const value: RecognizedShape = { is: () => true, cure: '' };
export const text: RecognizedShape = { is: isText, cure: 'write one text' };
export const names: RecognizedShape = { is: isNames, cure: "write a list: ['name', 'other']" };
export const textOrNames: RecognizedShape = {
  is: (one) => isText(one) || isNames(one),
  cure: "write one name, or a list: ['name', 'other']",
};
/** Names, some of which are put together in lists of their own. */
export const rows: RecognizedShape = {
  is: (one) => isListOf(one, (row) => isText(row) || isNames(row)),
  cure: "write a list: ['name', ['first', 'second']]",
};
export const rolesOrTrue: RecognizedShape = {
  is: (one) => one === true || isNames(one),
  cure: 'write true, or a list of roles',
};
export const flag: RecognizedShape = {
  is: (one) => typeof one === 'boolean',
  cure: 'write true, or leave the word out',
};
export const number: RecognizedShape = { is: isNumber, cure: 'write a number' };
export const state: RecognizedShape = { is: isState, cure: 'write the id of one state' };
/** The value of a choice. */
export const choiceId: RecognizedShape = { is: isState, cure: 'write a number or a word' };
export const states: RecognizedShape = {
  is: (one) => isListOf(one, isState),
  cure: 'write a list of the ids of states: [0, 1]',
};
export const pairs: RecognizedShape = { is: isWords, cure: 'write { name: value }' };
export const condition: RecognizedShape = { is: isWords, cure: 'write { field: value }' };
/** A text in both languages; a check of its own names a missing language. */
export const label: RecognizedShape = { is: isWords, cure: writeLabel };
export const sentence: RecognizedShape = { is: isLabel, cure: writeLabel };
/** A sentence in both languages, or the name of one in contract/messages/catalogue.ts. */
export const message: RecognizedShape = { is: (one) => isMessage(one) || isLabel(one), cure: writeLabel };

/** Values by names that the declaration chooses. */
export const eachOf = (each: RecognizedShape): RecognizedShape => ({
  is: isWords,
  cure: 'write { name: value }',
  each,
});

/** Some of these words. */
export const someOf = (words: readonly string[]): RecognizedShape => ({
  is: (one) => isListOf(one, (word) => isText(word) && words.includes(word)),
  cure: `write a list of ${words.map((word) => `'${word}'`).join(', ')}`,
});

/** The records that a role sees. */
export const rowRule: RecognizedShape = {
  is: (one) => one === everything || isWords(one),
  cure: "write [everything, 'list'], or a condition in place of everything",
};

/** Fields that are copied: their names, or the name there by the name here. */
export const copies: RecognizedShape = {
  is: (one) => isNames(one) || (isWords(one) && Object.values(one).every(isText)),
  cure: "write a list: ['name', 'other']",
};

/** What an empty list says to each role. */
export const emptyTexts: RecognizedShape = {
  is: (one) => isWords(one) && !isLabel(one),
  cure: "write it for a role: { everyone: { en: 'Text', zh: '文字' } }",
};
