import { asksMe } from '../../conditions/compile.ts';
import { saidIn } from '../../notices/noticeValues.ts';
import { fieldsAlong } from '../../relations/fieldPath.ts';
import { actionsOf } from '../../schema/action.ts';
import type { Entity } from '../../schema/entity.ts';
import { ownTransitions } from '../../schema/lifecycle.ts';
import {
  mailOf,
  mailReadersOf,
  type Notice,
  notices,
  type RoleOfReaders,
  readersOf,
  valuesOf,
} from '../../schema/notice.ts';
import { unsaid } from '../../values/valueText.ts';
import { checkLabel } from '../fields/fields.ts';
import { checkCondition } from '../support/checkCondition.ts';
import { type Check, type Look, mistake } from '../support/mistake.ts';
import { checkSame } from '../support/placeholders.ts';
import { notThere } from '../support/suggest.ts';
import { checkTime } from './schedules.ts';

/** The entity that a path ends at; undefined where it ends at no reference. */
const endOf = ({ entity, entities }: Look, path: string): string | undefined =>
  fieldsAlong(entity, path, entities)?.at(-1)?.to;

/** A message goes to users: one to whom a path of the record leads, or those of a role. */
function checkReader(look: Look, place: string, reader: string | RoleOfReaders): string[] {
  const { entity } = look;
  if (typeof reader === 'string')
    return endOf(look, reader) === 'user'
      ? []
      : [mistake(entity, place, `goes to "${reader}", which refers to no user; name a reference to one`)];
  const { of, when } = reader;
  const isEnterprise = of === undefined || endOf(look, of) === 'enterprise';
  return [
    ...(isEnterprise ? [] : [mistake(entity, place, `names "${of}", which refers to no enterprise; leave "of" out`)]),
    ...checkCondition(look, `${place}, "when",`, entity, when),
  ];
}

/** A message is read by others than those who did what it tells of, and by all of its readers alike. */
function checkSaid({ entity, entities }: Look, place: string, notice: Notice): string[] {
  return Object.values(saidIn(entity, notice, entities)).flatMap((said, at) => {
    const path = Object.values(valuesOf(notice))[at] ?? '';
    const says = (what: string) => [mistake(entity, place, `says "${path}", which ${what}`)];
    if (!said) return says('leads nowhere');
    const around = [said.currency ?? [], said.titles ?? []]
      .flat()
      .map((one) => fieldsAlong(entity, one, entities) ?? []);
    if ([...said.along, ...around.flat()].some(({ sealed, hidden, read }) => sealed || hidden || read))
      return says('not everybody may read; leave it out');
    const why = unsaid(said.field);
    return why ? says(`${why}; leave it out`) : [];
  });
}

/** The message by mail: its own text in both languages, and readers of its own. */
function checkMail(look: Look, place: string, notice: Notice): string[] {
  const mail = mailOf(notice);
  if (!mail) return [];
  const { entity } = look;
  const at = `${place}.mail`;
  return [
    ...(mail.text ? [...checkLabel(entity, at, mail.text, 'text'), ...checkSame(entity, at, mail.text)] : []),
    ...(mailReadersOf(notice).length === 0 && mail.to
      ? [mistake(entity, at, 'goes to nobody; write a reader in "to", or leave it out')]
      : []),
    ...(mail.to ? mailReadersOf(notice).flatMap((reader) => checkReader(look, at, reader)) : []),
  ];
}

/** A message that the clock tells: when, while what holds, and by a name of its own. */
function checkByClock(look: Look, name: string, notice: Notice): string[] {
  const { schedule, when, key } = notice;
  const place = `notices.${name}`;
  const { entity } = look;
  if (!schedule)
    return [
      ...(when ? [mistake(entity, place, 'has a "when" without a "schedule"; write it at a reader in "to"')] : []),
      ...(key === undefined ? [] : [mistake(entity, place, 'has a "key" without a "schedule"; leave it out')]),
    ];
  const says = (what: string) => [mistake(entity, place, what)];
  const readers = [...readersOf(notice), ...mailReadersOf(notice)];
  const hasMe = [when, ...readers].some(asksMe);
  return [
    ...checkTime(entity, `${place}.schedule`, schedule),
    ...checkCondition(look, `${place}, "when",`, entity, when),
    ...(hasMe ? says('has a "when" that asks who does it, and the clock is nobody; leave "me" out') : []),
    ...(operationsOf(entity).includes(name)
      ? says('has a "schedule" and the name of an operation; write them as two messages')
      : []),
    ...(isTaken(look, name, key) ? says(`has the key "${key}", by which other messages are kept; write another`) : []),
  ];
}

/** Are other messages kept by that key? */
function isTaken({ entity, entities }: Look, name: string, key: string | undefined): boolean {
  if (key === undefined) return false;
  const others = [...new Set([...entities.values(), entity])].flatMap((one) =>
    Object.entries(one.notices ?? {})
      .filter(([other]) => !(one.name === entity.name && other === name))
      .map(([other, notice]) => notice.key ?? `${one.name}.${other}`),
  );
  return [...others, ...Object.keys(notices)].includes(key);
}

/** What a message follows from without a schedule. */
const operationsOf = (entity: Entity): string[] => {
  const steps = ownTransitions(entity);
  return ['create', ...[...steps, ...actionsOf(entity)].map(({ name }) => name)];
};

function checkNotice(look: Look, name: string, notice: Notice): string[] {
  const place = `notices.${name}`;
  const { entity } = look;
  const strange = Object.keys(notice.values ?? {}).filter((one) => !Object.hasOwn(valuesOf(notice), one));
  return [
    ...checkLabel(entity, place, notice.text),
    ...checkSame(entity, place, notice.text),
    ...checkSame(entity, place, notice.text),
    ...(readersOf(notice).length === 0 ? [mistake(entity, place, 'tells nobody; write a reader in "to"')] : []),
    ...readersOf(notice).flatMap((reader) => checkReader(look, place, reader)),
    ...checkSaid(look, place, notice),
    ...checkMail(look, place, notice),
    ...checkByClock(look, name, notice),
    ...strange.map((one) => mistake(entity, place, `has a value for {${one}}, which its text does not say`)),
  ];
}

/** Whom an entity's operations and the clock tell, and what. */
export const checkNotices: Check = (look) => {
  const { entity } = look;
  const declared = Object.entries(entity.notices ?? {});
  const ofOperations = declared.filter(([, { schedule }]) => !schedule).map(([name]) => name);
  return [
    ...notThere(entity, 'notices', ofOperations, operationsOf(entity), 'the operation'),
    ...declared.flatMap(([name, notice]) => checkNotice(look, name, notice)),
  ];
};
