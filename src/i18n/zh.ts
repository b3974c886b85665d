import chinese from 'ra-language-chinese';
import type { Catalogue } from './en.ts';
import { type MessageTree, mergeMessages } from './reactAdminTexts.ts';
import { reactAdminZh } from './reactAdminZh.ts';
import { lists } from './zh/lists.ts';
import { records } from './zh/records.ts';
import { shell } from './zh/shell.ts';
import { work } from './zh/work.ts';

export const zh = {
  product: '许可管理系统',
  tagline: '订单、许可与客户，一处管理。',
  ...shell,
  ...lists,
  ...records,
  ...work,
} satisfies Catalogue;

/** The texts of react-admin and its components. */
export const reactAdmin = mergeMessages(chinese as unknown as MessageTree, reactAdminZh);
