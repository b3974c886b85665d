import type { Label } from '../../contract/messages/label.ts';
import { type Catalogue, en } from './en.ts';
import { language } from './language.ts';
import { zh } from './zh.ts';

/** The catalogue of the present language; a change of language loads the page anew, so this never changes. */
export const text = (): Catalogue => (language() === 'zh' ? zh : en);

/** A label of the contract in the present language. */
export const translate = (label: Label): string => label[language()];
