import { actionsOf } from '../action.ts';
import { transitionsOf } from '../lifecycle.ts';
import { type Notice, type RoleOfReaders, readersOf, valuesOf } from '../notice.ts';
import { checkCondition } from './condition.ts';
import { checkLabel } from './fields.ts';
import { notThere } from './instead.ts';
import { type Check, type Look, mistake, storedField } from './mistake.ts';
import { fieldsAlong } from './path.ts';

/** A message goes to users: one to whom the record refers, or those of a role. */
function checkReader(look: Look, place: string, reader: string | RoleOfReaders): string[] {
  const { entity } = look;
  if (typeof reader !== 'string') {
    const { of, when } = reader;
    const isEnterprise = of === undefined || storedField(entity, of)?.to === 'enterprise';
    return [
      ...(isEnterprise ? [] : [mistake(entity, place, `names "${of}", which refers to no enterprise; leave "of" out`)]),
      ...checkCondition(look, `${place}, "when",`, entity, when),
    ];
  }
  return storedField(entity, reader)?.to === 'user'
    ? []
    : [mistake(entity, place, `goes to "${reader}", which refers to no user; name a reference to one`)];
}

/** A message is read by others than those who did what it tells of, and by all of its readers alike. */
function checkSaid({ entity, entities }: Look, place: string, notice: Notice): string[] {
  return Object.values(valuesOf(notice)).flatMap((path) => {
    const along = fieldsAlong(entity, path, entities);
    if (!along) return [mistake(entity, place, `says "${path}", which leads nowhere`)];
    return along.some(({ sealed, hidden, read }) => sealed || hidden || read)
      ? [mistake(entity, place, `says "${path}", which not everybody may read; leave it out`)]
      : [];
  });
}

function checkNotice(look: Look, name: string, notice: Notice): string[] {
  const place = `notices.${name}`;
  const { entity } = look;
  const strange = Object.keys(notice.values ?? {}).filter((one) => !Object.hasOwn(valuesOf(notice), one));
  return [
    ...checkLabel(entity, place, notice.text),
    ...(readersOf(notice).length === 0 ? [mistake(entity, place, 'tells nobody; write a reader in "to"')] : []),
    ...readersOf(notice).flatMap((reader) => checkReader(look, place, reader)),
    ...checkSaid(look, place, notice),
    ...strange.map((one) => mistake(entity, place, `has a value for {${one}}, which its text does not say`)),
  ];
}

/** Whom an entity's operations tell, and what. */
export const checkNotices: Check = (look) => {
  const { entity } = look;
  const { lifecycle, notices = {} } = entity;
  const steps = lifecycle ? transitionsOf(lifecycle) : [];
  const known = ['create', ...[...steps, ...actionsOf(entity)].map(({ name }) => name)];
  return [
    ...notThere(entity, 'notices', Object.keys(notices), known, 'the operation'),
    ...Object.entries(notices).flatMap(([name, notice]) => checkNotice(look, name, notice)),
  ];
};
