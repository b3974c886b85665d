import type { Label } from '../messages/label.ts';
import type { Condition, Role } from './access.ts';

/** All users of a role, as readers of a message. */
export interface RoleRecipients {
  readonly role: Role;
  /** The path to the enterprise whose users are meant; those of every enterprise unless given. */
  readonly of?: string;
  /** Held against the record as it was before; they are told always unless given. */
  readonly when?: Condition;
}

/** Whom a message tells: the paths to users, and roles. */
export type NoticeRecipients = string | RoleRecipients | readonly (string | RoleRecipients)[];

/** A message that goes by mail as well (issue 13 point 6). */
export interface NoticeMailDeclaration {
  /** Who gets the mail; all readers of the message unless given. */
  readonly to?: NoticeRecipients;
  /** What it says below its subject, which is the text of the message; that alone unless given. */
  readonly text?: Label;
}

/** When the clock tells: so many days, or hours, from a point in time of the record; at that point unless given. */
export interface NoticeSchedule {
  /** The field that holds the point in time, or the day, which begins at midnight UTC. */
  readonly by: string;
  /** How many days after it, before it with a minus; or several of these, each told once. */
  readonly days?: number | readonly number[];
  /** The same in hours, in place of days. */
  readonly hours?: number | readonly number[];
}

/** A message that follows from an operation (C9), or from time alone: whom it tells, and what. */
export interface NoticeDeclaration {
  /** What it says; `{code}` stands for a value of the record as it is afterwards. */
  readonly text: Label;
  /** The paths to its readers, and roles; whoever does it is told nothing. */
  readonly to: NoticeRecipients;
  /** The paths of the record that the names in braces stand for; a name that is not here is its own path. */
  readonly values?: Readonly<Record<string, string>>;
  /** It goes by mail, too, to those who have an address. */
  readonly mail?: true | NoticeMailDeclaration;
  /** The clock tells it, and no operation; it has a name of its own. */
  readonly schedule?: NoticeSchedule;
  /** The clock tells it while this holds for the record. */
  readonly when?: Condition;
  /** By what its messages are kept, where those of before have another name than the entity's and its own. */
  readonly key?: string;
}

/** The messages of an entity by what they follow from: `create`, a step or an action, or by a name of their own. */
export type NoticeDeclarations = Readonly<Record<string, NoticeDeclaration>>;

/** What the bell says of what no declared operation causes (C9), in both languages. */
export const fixedNotices = {
  licence_issued: { en: 'The licence for {project} has been issued', zh: '项目 {project} 的许可已签发' },
  licence_failed: { en: 'Issuing the licence for {project} failed', zh: '项目 {project} 的许可签发失败' },
  application_filed: { en: 'A new application for {project}', zh: '项目 {project} 有新的许可申请' },
  admin_created: { en: 'A new administrator was created: {name}', zh: '新增管理员：{name}' },
} as const satisfies Record<string, Label>;

export type NoticeKey = keyof typeof fixedNotices;

/** What the message is by mail; nothing where it is none. */
export const noticeMailOf = ({ mail }: NoticeDeclaration): NoticeMailDeclaration | undefined =>
  mail === true ? {} : mail;

/** How many hours there are in what a schedule counts by. */
export const hoursPerUnit = { days: 24, hours: 1 } as const;

type ScheduleCounts = Pick<NoticeSchedule, 'days' | 'hours'>;

/** What a schedule counts by. */
export const scheduleUnit = ({ hours }: ScheduleCounts): 'days' | 'hours' => (hours === undefined ? 'days' : 'hours');

/** How far the moments of a schedule lie from its point in time, in ms and in their order. */
export function scheduleOffsets(schedule: ScheduleCounts): number[] {
  const unit = scheduleUnit(schedule);
  return [schedule[unit] ?? 0]
    .flat()
    .map((count) => count * hoursPerUnit[unit] * 3_600_000)
    .sort((a, b) => a - b);
}

/** The name in braces that stands for how many days or hours a moment is away; none without a schedule. */
function countPlaceholder({ schedule, values = {} }: NoticeDeclaration): string | undefined {
  const unit = schedule && scheduleUnit(schedule);
  return unit && Object.hasOwn(values, unit) ? undefined : unit;
}

/** Each name in braces of the message and its mail, with the path of the record that it stands for. */
export function placeholderPaths(notice: NoticeDeclaration): Readonly<Record<string, string>> {
  const { text, values = {} } = notice;
  const counted = countPlaceholder(notice);
  const said = [text, noticeMailOf(notice)?.text].flatMap((one) => (one ? Object.values(one) : []));
  const names = said.flatMap((words) => [...words.matchAll(/\{(\w+)/g)].map(([, name = '']) => name));
  const ofRecord = [...new Set(names)].filter((name) => name !== counted);
  return Object.fromEntries(ofRecord.map((name) => [name, values[name] ?? name]));
}

/** Readers one by one. */
export const recipientList = (to: NoticeRecipients): readonly (string | RoleRecipients)[] =>
  Array.isArray(to) ? to : [to as string | RoleRecipients];

/** Whom the message tells, one by one. */
export const noticeRecipients = ({ to }: NoticeDeclaration): readonly (string | RoleRecipients)[] => recipientList(to);

/** Who gets the message by mail, one by one. */
export function mailRecipients(notice: NoticeDeclaration): readonly (string | RoleRecipients)[] {
  const mail = noticeMailOf(notice);
  return mail ? recipientList(mail.to ?? notice.to) : [];
}
