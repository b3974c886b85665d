import type { Label } from '../messages/label.ts';
import { type AttachmentWord, attachmentWords } from '../relations/attachmentWords.ts';
import type { Condition, Role } from './access.ts';

/** All users of a role as recipients. */
export interface RoleRecipients {
  readonly role: Role;
  /** Path to the enterprise whose users are meant; by default the users of every enterprise. */
  readonly of?: string;
  /** Notify only if the record met this condition before the operation; by default always. */
  readonly when?: Condition;
}

/** The users of a role of the enterprise that a child leads to. */
export type ChildRoleRecipients = Required<Pick<RoleRecipients, 'role' | 'of'>>;

/** The users whom the record's live children name, as they are after the operation. */
export interface ChildRecipients {
  /** One of the record's sections of `children`. */
  readonly children: string;
  /** A path from the child to a user, or a role of an enterprise that it leads to; or several. */
  readonly to: string | ChildRoleRecipients | readonly (string | ChildRoleRecipients)[];
  /** Only for children that meet this condition; by default all. */
  readonly when?: Condition;
}

/** One recipient: a path to a user, a role, or those of the children. */
export type NoticeRecipientWord = string | RoleRecipients | ChildRecipients;

/** Recipients of a message. */
export type NoticeRecipients = NoticeRecipientWord | readonly NoticeRecipientWord[];

/** Options of a message that is also sent by mail (issue 13 point 6). */
export interface NoticeMailDeclaration {
  /** Recipients of the mail; by default all recipients of the message. */
  readonly to?: NoticeRecipients;
  /** Text of the mail. Its subject is the message; by default the mail has no other text. */
  readonly text?: Label;
  /** The page that the mail leads to, in place of the record; `{id}` inserts the id of the record. */
  readonly address?: string;
}

/** When the clock sends a notice: at a point in time of the record, or a number of days or hours before or after it. */
export interface NoticeSchedule {
  /** The field with the point in time, or with the day, which begins at midnight UTC. */
  readonly by: string;
  /** Days after the point in time, negative for days before. If several are given, a notice is sent for each. */
  readonly days?: number | readonly number[];
  /** Hours in place of days. */
  readonly hours?: number | readonly number[];
  /**
   * The field with the beginning of what ends at `by`. Nothing is announced as ending before a fifth of the time between
   * them has passed.
   */
  readonly since?: string;
  /**
   * Only some of the days or hours count for a record: those that this SQL lists, one of `chosen` of the rules in code.
   */
  readonly chosen?: string;
  /** Nothing is announced for records that meet this condition, one of `conditions` of the rules in code. */
  readonly unless?: string;
}

/** A message caused by an operation (C9), by the change of a field, or by time alone: recipients and text. */
export interface NoticeDeclaration {
  /** Text; `{code}` inserts a value of the record as it is after the operation. */
  readonly text: Label;
  /** Recipients. The user who performs the operation is not notified. */
  readonly to: NoticeRecipients;
  /** Paths of the record for the placeholders in the text; a placeholder that is not listed is its own path. */
  readonly values?: Readonly<Record<string, string>>;
  /** Also send it by mail to recipients that have an address. */
  readonly mail?: true | NoticeMailDeclaration;
  /**
   * Sent when an edit, a step or an action changes one of these fields, in addition to the notice of the operation.
   * Such a notice has a name of its own.
   */
  readonly changed?: string | readonly string[];
  /**
   * Sent when somebody comments on the record, or adds a file to it (`comments` and `files` of the entity). Such a notice
   * has a name of its own.
   */
  readonly added?: AttachmentWord;
  /** Sent by the clock instead of an operation. Such a notice has a name of its own. */
  readonly schedule?: NoticeSchedule;
  /**
   * It is sent only if the record meets this condition: for `schedule` when it is due, for `changed` after the change, for
   * `added` when the comment or the file comes.
   */
  readonly when?: Condition;
  /**
   * Key under which its messages are stored, if older messages have a key other than the default of entity name and
   * notice name.
   */
  readonly key?: string;
}

/** Notices of an entity, keyed by their cause (`create`, a step or an action) or by a name of their own. */
export type NoticeDeclarations = Readonly<Record<string, NoticeDeclaration>>;

/** Texts of notices (C9) that no declared operation causes. */
export const fixedNotices = {
  licence_issued: { en: 'The licence for {project} has been issued', zh: '项目 {project} 的许可已签发' },
  licence_failed: { en: 'Issuing the licence for {project} failed', zh: '项目 {project} 的许可签发失败' },
  application_filed: { en: 'A new application for {project}', zh: '项目 {project} 有新的许可申请' },
  same_text: {
    en: '{label} {id} “{name}” looks the same as {other_id} “{other}”. Both were kept: please rename one of them',
    zh: '{label} {id}“{name}”与 {other_id}“{other}”看起来相同。两条均已保留，请修改其中一条的名称',
  },
  factor_due: {
    en: 'Your role needs two-step verification: set it up on your account page before {until}',
    zh: '您的角色必须使用两步验证，请在 {until} 前于账号页面完成设置',
  },
  factor_reset: {
    en: 'Your two-step verification was reset by {by}. If you did not ask for it, tell your administrator at once',
    zh: '您的两步验证已由 {by} 重置。如非您本人要求，请立即联系管理员',
  },
  new_device: {
    en: 'Your account was signed in to with {device} from {address}. If that was not you, change your password and sign out of all other sessions',
    zh: '您的账号刚在新设备上登录：{device}，地址 {address}。如非您本人操作，请立即修改密码，并退出其他所有会话',
  },
  mail_changed: {
    en: 'The contact e-mail of your account {name} was changed, so e-mails no longer go to this address. If that was not you, tell your administrator at once',
    zh: '您的账号 {name} 的联系邮箱已变更，此邮箱不再接收邮件。如非您本人操作，请立即联系管理员',
  },
  admin_created: { en: 'A new administrator was created: {name}', zh: '新增管理员：{name}' },
} as const satisfies Record<string, Label>;

export type NoticeKey = keyof typeof fixedNotices;

/** @returns The mail options of the notice, or undefined if it is not sent by mail. */
export const noticeMailOf = ({ mail }: NoticeDeclaration): NoticeMailDeclaration | undefined =>
  mail === true ? {} : mail;

/** The hours of a unit of a schedule. */
export const unitHours = { days: 24, hours: 1 } as const;

type ScheduleCounts = Pick<NoticeSchedule, 'days' | 'hours'>;

export const scheduleUnit = ({ hours }: ScheduleCounts): 'days' | 'hours' => (hours === undefined ? 'days' : 'hours');

/** Offsets of a schedule from its point in time, in ms, ascending. */
export function scheduleOffsets(schedule: ScheduleCounts): number[] {
  const unit = scheduleUnit(schedule);
  return [schedule[unit] ?? 0]
    .flat()
    .map((count) => count * unitHours[unit] * 3_600_000)
    .sort((a, b) => a - b);
}

/** The words of a notice that say what causes it, in place of the operation that it is named after. */
export const causesOf = (notice: NoticeDeclaration): readonly ('changed' | 'added' | 'schedule')[] =>
  (['changed', 'added', 'schedule'] as const).filter((word) => notice[word] !== undefined);

/** The fields whose change causes the notice; none for other notices. */
export const fieldsThatCause = ({ changed = [] }: NoticeDeclaration): readonly string[] => [changed].flat();

/** The placeholder for the number of days or hours of the schedule; undefined without a schedule. */
function countPlaceholder({ schedule, values = {} }: NoticeDeclaration): string | undefined {
  const unit = schedule && scheduleUnit(schedule);
  return unit && Object.hasOwn(values, unit) ? undefined : unit;
}

/** The placeholder for the author of what was added. */
export const addedAuthor = 'author';

/** The placeholders whose values do not come from the record. */
function placeholdersOfCause(notice: NoticeDeclaration): readonly (string | undefined)[] {
  const { added, values = {} } = notice;
  const ofAdded = added ? [addedAuthor, attachmentWords[added]] : [];
  return [countPlaceholder(notice), ...ofAdded.filter((name) => !Object.hasOwn(values, name))];
}

/** Placeholders of the message and its mail, each with its path of the record. */
export function placeholderPaths(notice: NoticeDeclaration): Readonly<Record<string, string>> {
  const { text, values = {} } = notice;
  const ofCause = placeholdersOfCause(notice);
  const texts = [text, noticeMailOf(notice)?.text].flatMap((one) => (one ? Object.values(one) : []));
  const names = texts.flatMap((words) => [...words.matchAll(/\{(\w+)/g)].map(([, name = '']) => name));
  const ofRecord = [...new Set(names)].filter((name) => !ofCause.includes(name));
  return Object.fromEntries(ofRecord.map((name) => [name, values[name] ?? name]));
}

/** True for the recipients whom children of the record name. */
export const isOfChildren = (one: NoticeRecipientWord): one is ChildRecipients =>
  typeof one === 'object' && 'children' in one;

/** One recipient or several, as a list. */
export const recipientList = <One extends NoticeRecipientWord>(to: One | readonly One[]): readonly One[] =>
  Array.isArray(to) ? to : [to as One];

/** The recipients of the message, as a list. */
export const noticeRecipients = ({ to }: NoticeDeclaration): readonly NoticeRecipientWord[] => recipientList(to);

/** The recipients of the mail, as a list. */
export function mailRecipients(notice: NoticeDeclaration): readonly NoticeRecipientWord[] {
  const mail = noticeMailOf(notice);
  return mail ? recipientList(mail.to ?? notice.to) : [];
}
