import type { Language } from '../../contract/messages/label.ts';
import { language } from './language.ts';

/** Messages by key, nested by the parts of the key. */
export type MessageTree = { readonly [key: string]: string | MessageTree };

const isObject = (value: unknown): value is MessageTree => typeof value === 'object' && value !== null;

export const mergeMessages = (base: MessageTree, over: MessageTree): MessageTree =>
  Object.fromEntries(
    Object.entries({ ...base, ...over }).map(([key, value]) => {
      const inner = base[key];
      return [key, isObject(inner) && isObject(value) ? mergeMessages(inner, value) : value];
    }),
  );

const texts = new Map<Language, MessageTree>();

/** Adds react-admin's own texts in a language, which are loaded with the texts of the console. */
export const addReactAdminTexts = (added: Language, tree: MessageTree): void => void texts.set(added, tree);

/** react-admin's own texts in a language; if it is not loaded, those of the language that is. */
export function reactAdminTexts(wanted: Language = language()): MessageTree {
  const [first = {}] = texts.values();
  return texts.get(wanted) ?? first;
}
