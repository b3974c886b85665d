import english from 'ra-language-english';
import { lists } from './en/lists.ts';
import { records } from './en/records.ts';
import { shell } from './en/shell.ts';
import { work } from './en/work.ts';
import { reactAdminEn } from './reactAdminEn.ts';
import { type MessageTree, mergeMessages } from './reactAdminTexts.ts';

/** The console's own texts; entities declare theirs in the contract. */
export const en = {
  product: 'License',
  tagline: 'Orders, licences and the people behind them, in one place.',
  ...shell,
  ...lists,
  ...records,
  ...work,
};

export type Catalogue = typeof en;

/** The texts of react-admin and its components. */
export const reactAdmin = mergeMessages(english as unknown as MessageTree, reactAdminEn);
