import type { Condition, Role } from './access.ts';
import type { Label } from './label.ts';

/** All users of a role, as readers of a message. */
export interface RoleOfReaders {
  readonly role: Role;
  /** The reference to the enterprise whose users are meant; those of every enterprise unless given. */
  readonly of?: string;
  /** Held against the record as it was before; they are told always unless given. */
  readonly when?: Condition;
}

/** A message that follows from an operation (C9): whom it tells, and what. */
export interface Notice {
  /** What it says; `{code}` stands for a value of the record as it was before. */
  readonly text: Label;
  /** The references to its readers, and roles; whoever does it is told nothing. */
  readonly to: string | RoleOfReaders | readonly (string | RoleOfReaders)[];
  /** The paths of the record that the names in braces stand for; a name that is not here is its own path. */
  readonly values?: Readonly<Record<string, string>>;
}

/** The messages of an entity by what they follow from: `create`, a step or an action. */
export type Notices = Readonly<Record<string, Notice>>;

/** What the bell says of what no declared operation causes (C9), in both languages. */
export const notices = {
  licence_issued: { en: 'The licence for {project} has been issued', zh: '项目 {project} 的许可已签发' },
  licence_failed: { en: 'Issuing the licence for {project} failed', zh: '项目 {project} 的许可签发失败' },
  licence_expiring: {
    en: 'The licence for {project} ends in {days} {days|day|days}',
    zh: '项目 {project} 的许可将在 {days} 天后到期',
  },
  application_filed: { en: 'A new application for {project}', zh: '项目 {project} 有新的许可申请' },
  admin_created: { en: 'A new administrator was created: {name}', zh: '新增管理员：{name}' },
} as const satisfies Record<string, Label>;

export type NoticeKey = keyof typeof notices;

/** Each name in braces of the message, with the path of the record that it stands for. */
export function valuesOf({ text, values = {} }: Notice): Readonly<Record<string, string>> {
  const names = Object.values(text).flatMap((words) => [...words.matchAll(/\{(\w+)/g)].map(([, name = '']) => name));
  return Object.fromEntries([...new Set(names)].map((name) => [name, values[name] ?? name]));
}

/** Whom the message tells, one by one. */
export const readersOf = ({ to }: Notice): readonly (string | RoleOfReaders)[] =>
  Array.isArray(to) ? to : [to as string | RoleOfReaders];
