import { memoize } from '../lib/memoize.ts';
import type { Label } from '../messages/label.ts';
import { fieldsAlong } from '../relations/fieldPath.ts';
import { type Role, roleDeclarations } from '../roles/index.ts';
import { mayReadRecords } from '../schema/access.ts';
import type { Contract, Entity } from '../schema/entity.ts';
import {
  fixedNotices,
  isOfChildren,
  mailRecipients,
  type NoticeDeclaration,
  type NoticeKey,
  type NoticeRecipientWord,
  noticeRecipients,
  type RoleRecipients,
  recipientList,
  scheduleOffsets,
} from '../schema/notice.ts';
import { storedNoticeKey } from './noticeText.ts';
import { readingRoles } from './readingRoles.ts';

/** Notices that people switch on and off together: those of an entity with the same text for the same recipients. */
export interface NoticeKind {
  /** The key of the first of its notices. Choices of people are stored under it. */
  readonly name: string;
  readonly keys: readonly string[];
  readonly entity: Entity;
  /** True if the clock sends it before or after a moment of the record. */
  readonly isReminder: boolean;
  /** What it says, with an ellipsis for each value. */
  readonly text: Label;
  /** The roles whose users may be recipients. */
  readonly roles: readonly Role[];
  /** Those of them who also get it by mail, unless they choose otherwise. */
  readonly mailRoles: readonly Role[];
}

/** What a person wants otherwise than it is declared, by kind of notice. */
export type NoticeChoices = Readonly<Record<string, { readonly bell?: boolean; readonly mail?: boolean }>>;

/**
 * Notices that no declared operation causes and that people may switch off. All others of `fixedNotices` are about the
 * security of an account or a fault of the data, and are always sent.
 */
const fixedKinds: { readonly [key in NoticeKey]?: { readonly entity: string; readonly to: RoleRecipients } } = {
  licence_issued: { entity: 'assignment', to: { role: 'Enterprise', of: 'enterprise_id' } },
  licence_failed: { entity: 'assignment', to: { role: 'Enterprise', of: 'enterprise_id' } },
  application_filed: { entity: 'application', to: { role: 'Enterprise', of: 'enterprise_id' } },
};

/** A text without its values: `Order {code}, in {days} {days|day|days}` becomes `Order …, in … days`. */
const withoutValues = (text: string): string =>
  text.replace(/\{\w+(?:\|[^|}]*\|([^|}]*))?\}/g, (_, many) => many ?? '…');

const withoutValuesIn = ({ en, zh }: Label): Label => ({ en: withoutValues(en), zh: withoutValues(zh) });

/** The roles of the users whom a path of the record may lead to: those that its reference names, or all readers. */
function rolesAtPath(entity: Entity, path: string): readonly Role[] {
  const ids = fieldsAlong(entity, path, entity.contract.byName)?.at(-1)?.where?.['role_id'];
  const named = ids === undefined ? undefined : [ids].flat();
  return roleDeclarations.flatMap(({ name, id }) => {
    if (!mayReadRecords(entity.access, name)) return [];
    return named === undefined || named.some((one) => one === id) ? [name] : [];
  });
}

/** The roles of the users who may be one recipient. */
function rolesOfOne(entity: Entity, one: NoticeRecipientWord): readonly Role[] {
  if (typeof one === 'string') return rolesAtPath(entity, one);
  if (!isOfChildren(one)) return readingRoles(entity, one.role);
  const child = entity.contract.entity(entity.children?.[one.children]?.entity ?? '');
  return recipientList(one.to).flatMap((inner) => rolesOfOne(child, inner));
}

const rolesOf = (entity: Entity, recipients: readonly NoticeRecipientWord[]): readonly Role[] => {
  const found = new Set(recipients.flatMap((one) => rolesOfOne(entity, one)));
  return roleDeclarations.flatMap(({ name }) => (found.has(name) ? [name] : []));
};

function kindOf(entity: Entity, key: string, notice: NoticeDeclaration): NoticeKind {
  const { schedule, text } = notice;
  return {
    name: key,
    keys: [key],
    entity,
    isReminder: schedule !== undefined && scheduleOffsets(schedule).some((offset) => offset !== 0),
    text: withoutValuesIn(text),
    roles: rolesOf(entity, [...noticeRecipients(notice), ...mailRecipients(notice)]),
    mailRoles: rolesOf(entity, mailRecipients(notice)),
  };
}

const identity = ({ isReminder, text, roles, mailRoles }: NoticeKind): string =>
  JSON.stringify([isReminder, text, roles, mailRoles]);

function kindsOfEntity(entity: Entity): NoticeKind[] {
  const fixed = Object.entries(fixedKinds).flatMap(([key, { entity: name, to }]) =>
    name === entity.name ? [kindOf(entity, key, { to, text: fixedNotices[key as NoticeKey] })] : [],
  );
  const declared = Object.entries(entity.notices ?? {}).map(([name, notice]) =>
    kindOf(entity, storedNoticeKey(entity.name, name, notice), notice),
  );
  const merged = new Map<string, NoticeKind>();
  for (const kind of [...fixed, ...declared]) {
    const first = merged.get(identity(kind));
    merged.set(identity(kind), first ? { ...first, keys: [...first.keys, ...kind.keys] } : kind);
  }
  return [...merged.values()].sort((one, other) => Number(one.isReminder) - Number(other.isReminder));
}

/** Every kind of notice that people may switch on and off. */
export const noticeKinds = memoize(({ entities }: Contract): readonly NoticeKind[] => entities.flatMap(kindsOfEntity));

const kindsByKey = memoize(
  (contract: Contract): ReadonlyMap<string, NoticeKind> =>
    new Map(noticeKinds(contract).flatMap((kind) => kind.keys.map((key) => [key, kind] as const))),
);

/** The kind of a notice by its stored key; undefined for one that is always sent. */
export const noticeKind = (contract: Contract, key: string): NoticeKind | undefined => kindsByKey(contract).get(key);

/** The name of the group of a kind: the records that it is about, with those of the clock apart. */
export const noticeGroup = ({ entity: { labels }, isReminder }: Pick<NoticeKind, 'entity' | 'isReminder'>): Label =>
  isReminder ? { en: `Reminders: ${labels.en}`, zh: `${labels.zh}提醒` } : labels;

/** The kinds of notices that users of a role may get, by their groups. */
export function noticeGroups(
  contract: Contract,
  role: Role,
): readonly { readonly label: Label; readonly kinds: readonly NoticeKind[] }[] {
  const own = noticeKinds(contract).filter(({ roles }) => roles.includes(role));
  const labels = [...new Map(own.map((kind) => [noticeGroup(kind).en, noticeGroup(kind)])).values()];
  return labels.map((label) => ({ label, kinds: own.filter((kind) => noticeGroup(kind).en === label.en) }));
}

/** True if users of a role get a kind of notice by mail, unless they choose otherwise. */
export const isMailed = ({ mailRoles }: NoticeKind, role: Role): boolean => mailRoles.includes(role);
