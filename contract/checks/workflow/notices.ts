import { refersToCaller } from '../../conditions/compile.ts';
import { resolveNoticeValues } from '../../notices/noticeValues.ts';
import { attachmentWords } from '../../relations/attachmentWords.ts';
import { fieldsAlong } from '../../relations/fieldPath.ts';
import { mayReadRecords, type Role, roles } from '../../schema/access.ts';
import { namedActions } from '../../schema/action.ts';
import { type Entity, storedFields } from '../../schema/entity.ts';
import { entitySteps } from '../../schema/lifecycle.ts';
import {
  type ChildRecipients,
  causesOf,
  fieldsThatCause,
  fixedNotices,
  isOfChildren,
  mailRecipients,
  type NoticeDeclaration,
  type NoticeRecipientWord,
  noticeMailOf,
  noticeRecipients,
  placeholderPaths,
  recipientList,
} from '../../schema/notice.ts';
import { whyNoText } from '../../values/valueText.ts';
import { checkLabel } from '../fields/fields.ts';
import { checkCondition } from '../support/checkCondition.ts';
import { type Check, type CheckContext, mistake } from '../support/mistake.ts';
import { checkSamePlaceholders } from '../support/placeholders.ts';
import { unknownNames } from '../support/suggest.ts';
import { checkScheduleTime } from './schedules.ts';

/** @returns The entity that the path ends at, or undefined if it does not end at a reference. */
const entityAtPath = (
  { entity, entities }: Pick<CheckContext, 'entity' | 'entities'>,
  path: string,
): string | undefined => fieldsAlong(entity, path, entities)?.at(-1)?.to;

/** Recipients of children: the section must exist, and the child must lead to users or enterprises. */
function checkChildRecipients(context: CheckContext, place: string, reader: ChildRecipients): string[] {
  const { entity, entities } = context;
  const { children, to, when } = reader;
  const sections = Object.keys(entity.children ?? {});
  const unknown = unknownNames(entity, `${place}.to`, [children], sections, 'the section of children');
  const child = entities.get(entity.children?.[children]?.entity ?? '');
  if (!child) return unknown;
  const of = (path: string) => entityAtPath({ entity: child, entities }, path);
  const report = (what: string) => [mistake(entity, place, what)];
  return [
    ...recipientList(to).flatMap((one) => {
      if (typeof one !== 'string')
        return of(one.of) === 'enterprise'
          ? []
          : report(`names "${one.of}" of ${child.name}, which refers to no enterprise; name a reference to one`);
      return of(one) === 'user'
        ? []
        : report(`goes to "${one}" of ${child.name}, which refers to no user; name a reference to one`);
    }),
    ...(recipientList(to).length === 0 ? report('tells nobody of the children; write a reader in "to"') : []),
    ...checkCondition(context, `${place}, "when",`, child, when),
    ...(refersToCaller(when) ? report('has children with a "when" that asks who does it; leave "me" out') : []),
  ];
}

/** What to write in place of a path that leads to no user or, with a role, to no enterprise. */
function cureOf({ children = {} }: Entity, path: string, role?: Role): string {
  const [section = '', ...rest] = path.split('.');
  if (!Object.hasOwn(children, section) || rest.length === 0) return 'name a reference to one';
  const to = role === undefined ? `'${rest.join('.')}'` : `{ role: '${role}', of: '${rest.join('.')}' }`;
  return `for those whom its children name, write { children: '${section}', to: ${to} }`;
}

/** A recipient is a user that a path of the record leads to, the users of a role, or those whom children name. */
function checkRecipient(context: CheckContext, place: string, reader: NoticeRecipientWord): string[] {
  const { entity } = context;
  if (typeof reader === 'string')
    return entityAtPath(context, reader) === 'user'
      ? []
      : [mistake(entity, place, `goes to "${reader}", which refers to no user; ${cureOf(entity, reader)}`)];
  if (isOfChildren(reader)) return checkChildRecipients(context, place, reader);
  const { role, of, when } = reader;
  const isEnterprise = of === undefined || entityAtPath(context, of) === 'enterprise';
  return [
    ...unknownNames(entity, place, [role], roles, 'the role'),
    ...(roles.includes(role) && !mayReadRecords(entity.access, role)
      ? [mistake(entity, place, `goes to ${role}, who may not look at a record; leave it out`)]
      : []),
    ...(isEnterprise
      ? []
      : [mistake(entity, place, `names "${of}", which refers to no enterprise; ${cureOf(entity, of, role)}`)]),
    ...checkCondition(context, `${place}, "when",`, entity, when),
  ];
}

/** All recipients read the same text, so its values must be readable by every role. */
function checkNoticeValues({ entity, entities }: CheckContext, place: string, notice: NoticeDeclaration): string[] {
  return Object.values(resolveNoticeValues(entity, notice)).flatMap((value, at) => {
    const path = Object.values(placeholderPaths(notice))[at] ?? '';
    const report = (what: string) => [mistake(entity, place, `says "${path}", which ${what}`)];
    if (!value) return report('leads nowhere; name a field, also of a record that a reference leads to');
    const around = [value.currency ?? [], value.titles ?? []]
      .flat()
      .map((one) => fieldsAlong(entity, one, entities) ?? []);
    if ([...value.along, ...around.flat()].some(({ encrypted, hidden, read }) => encrypted || hidden || read))
      return report('not everybody may read; leave it out');
    const why = whyNoText(value.field);
    return why ? report(`${why}; leave it out`) : [];
  });
}

/** Checks the mail of a message: its text in both languages, and its recipients. */
function checkMail(context: CheckContext, place: string, notice: NoticeDeclaration): string[] {
  const mail = noticeMailOf(notice);
  if (!mail) return [];
  const { entity } = context;
  const { address } = mail;
  const at = `${place}.mail`;
  return [
    ...(mail.text
      ? [...checkLabel(entity, at, mail.text, 'text'), ...checkSamePlaceholders(entity, at, mail.text)]
      : []),
    ...(address === undefined || address.startsWith('/')
      ? []
      : [mistake(entity, at, `leads to "${address}"; write a path of the console that begins with a slash`)]),
    ...(mailRecipients(notice).length === 0 && mail.to
      ? [mistake(entity, at, 'goes to nobody; write a reader in "to", or leave it out')]
      : []),
    ...(mail.to ? mailRecipients(notice).flatMap((reader) => checkRecipient(context, at, reader)) : []),
  ];
}

/** Checks a message about a changed field: the fields, the condition and the name. */
function checkChanged(context: CheckContext, name: string, notice: NoticeDeclaration): string[] {
  const { changed, schedule, when } = notice;
  if (changed === undefined) return [];
  const place = `notices.${name}`;
  const { entity } = context;
  const report = (what: string) => [mistake(entity, place, what)];
  const names = fieldsThatCause(notice);
  const stored = storedFields(entity).filter(
    ([, { createOnly, encrypted, serial, rollup }]) => !createOnly && !encrypted && serial === undefined && !rollup,
  );
  return [
    ...(names.length === 0 ? report('has no fields in "changed"; name one') : []),
    ...unknownNames(entity, `${place}.changed`, names, Object.keys(entity.fields), 'the field'),
    ...names
      .filter((one) => entity.fields[one] && !stored.some(([field]) => field === one))
      .flatMap((one) =>
        report(
          `waits for a change of "${one}", which never changes, is not stored or is counted from other records; name another field`,
        ),
      ),
    ...(schedule ? report('has "changed" and "schedule"; write them as two messages') : []),
    ...checkCondition(context, `${place}, "when",`, entity, when),
    ...(refersToCaller(when)
      ? report('has a "when" that asks who does it, and the clock may change the field; leave "me" out')
      : []),
    ...(operationsOf(entity).includes(name)
      ? report('has "changed" and the name of an operation; write them as two messages')
      : []),
  ];
}

/** Checks a message about a comment or a file: the entity must have them. */
function checkAdded(context: CheckContext, name: string, notice: NoticeDeclaration): string[] {
  const { added, when } = notice;
  if (added === undefined) return [];
  const { entity } = context;
  const place = `notices.${name}`;
  const report = (what: string) => [mistake(entity, place, what)];
  const words = Object.keys(attachmentWords);
  const [other] = causesOf(notice).filter((word) => word !== 'added');
  return [
    ...unknownNames(entity, `${place}.added`, [added], words, 'the word'),
    ...(words.includes(added) && entity[added] === undefined
      ? report(`waits for ${added}, and its records have none; write "${added}: true" in the entity`)
      : []),
    ...(other ? report(`has "added" and "${other}"; write them as two messages`) : []),
    ...(other ? [] : checkCondition(context, `${place}, "when",`, entity, when)),
    ...(refersToCaller(when) ? report('has a "when" that asks who does it; leave "me" out') : []),
    ...(operationsOf(entity).includes(name)
      ? report('has "added" and the name of an operation; write them as two messages')
      : []),
  ];
}

/** Checks a message that the clock sends: schedule, condition and name. */
function checkScheduled(context: CheckContext, name: string, notice: NoticeDeclaration): string[] {
  const { schedule, when, key } = notice;
  const place = `notices.${name}`;
  const { entity } = context;
  if (!schedule)
    return [
      ...(when && causesOf(notice).length === 0
        ? [mistake(entity, place, 'has a "when" without a "schedule"; write it at a reader in "to"')]
        : []),
      ...(key === undefined ? [] : [mistake(entity, place, 'has a "key" without a "schedule"; leave it out')]),
    ];
  const report = (what: string) => [mistake(entity, place, what)];
  const readers = [...noticeRecipients(notice), ...mailRecipients(notice)].filter((one) => !isOfChildren(one));
  const hasMe = [when, ...readers].some(refersToCaller);
  return [
    ...checkScheduleTime(entity, `${place}.schedule`, schedule),
    ...checkCondition(context, `${place}, "when",`, entity, when),
    ...(hasMe ? report('has a "when" that asks who does it, and the clock is nobody; leave "me" out') : []),
    ...(operationsOf(entity).includes(name)
      ? report('has a "schedule" and the name of an operation; write them as two messages')
      : []),
    ...(isKeyInUse(context, name, key)
      ? report(`has the key "${key}", by which other messages are kept; write another`)
      : []),
  ];
}

/** True if another message is stored under the key. */
function isKeyInUse({ entity, entities }: CheckContext, name: string, key: string | undefined): boolean {
  if (key === undefined) return false;
  const others = [...new Set([...entities.values(), entity])].flatMap((one) =>
    Object.entries(one.notices ?? {})
      .filter(([other]) => !(one.name === entity.name && other === name))
      .map(([other, notice]) => notice.key ?? `${one.name}.${other}`),
  );
  return [...others, ...Object.keys(fixedNotices)].includes(key);
}

/** The operations that can cause a message. */
const operationsOf = (entity: Entity): string[] => {
  const steps = entitySteps(entity);
  return ['create', ...[...steps, ...namedActions(entity)].map(({ name }) => name)];
};

function checkNotice(context: CheckContext, name: string, notice: NoticeDeclaration): string[] {
  const place = `notices.${name}`;
  const { entity } = context;
  const invalid = Object.keys(notice.values ?? {}).filter((one) => !Object.hasOwn(placeholderPaths(notice), one));
  return [
    ...checkLabel(entity, place, notice.text),
    ...checkSamePlaceholders(entity, place, notice.text),
    ...(noticeRecipients(notice).length === 0 ? [mistake(entity, place, 'tells nobody; write a reader in "to"')] : []),
    ...noticeRecipients(notice).flatMap((reader) => checkRecipient(context, place, reader)),
    ...checkNoticeValues(context, place, notice),
    ...checkMail(context, place, notice),
    ...checkScheduled(context, name, notice),
    ...checkChanged(context, name, notice),
    ...checkAdded(context, name, notice),
    ...invalid.map((one) =>
      mistake(entity, place, `has a value for {${one}}, which its text does not say; leave it out`),
    ),
  ];
}

/** Checks the notices of an entity. */
export const checkNotices: Check = (context) => {
  const { entity } = context;
  const declared = Object.entries(entity.notices ?? {});
  const ofOperations = declared.filter(([, notice]) => causesOf(notice).length === 0).map(([name]) => name);
  return [
    ...unknownNames(entity, 'notices', ofOperations, operationsOf(entity), 'the operation'),
    ...declared.flatMap(([name, notice]) => checkNotice(context, name, notice)),
  ];
};
