import type { Label } from '../../contract/messages/label.ts';
import { type Catalogue, en } from './en.ts';
import { language } from './language.ts';
import { zh } from './zh.ts';

/** The catalogue of the current language. It never changes on a page, since a change of language reloads the page. */
export const text = (): Catalogue => (language() === 'zh' ? zh : en);

/** A label of the contract in the current language. */
export const translate = (label: Label): string => label[language()];
