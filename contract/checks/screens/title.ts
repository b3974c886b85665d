import { kinds } from '../../kinds/index.ts';
import { fieldsAlong } from '../../relations/fieldPath.ts';
import { hasRight, type Role, roles } from '../../schema/access.ts';
import { type Entity, fieldOf, mayRead } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { type Check, type CheckContext, kindNoun, mistake } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';

const report = (entity: Entity, path: string, what: string): string[] => [
  mistake(entity, 'title', `names "${path}", ${what}`),
];

/** Roles that receive a record or its title. */
const readersOf = ({ access }: Entity): Role[] =>
  roles.filter((role) => (['list', 'get', 'lookup'] as const).some((right) => hasRight(access, right, role)));

/** Every role that receives the record must be able to read its title. */
function checkSeen(entity: Entity, path: string, field: Field): string[] {
  const word = (['hidden', 'encrypted', 'detailOnly', 'inputOnly'] as const).find((one) => field[one]);
  if (word) return report(entity, path, `which is ${word}; name a field that all see`);
  const deniedRoles = readersOf(entity).filter((role) => !mayRead(field, role));
  return deniedRoles.length > 0
    ? report(entity, path, `which ${deniedRoles.join(', ')} may not read; name a field that all see`)
    : [];
}

/**
 * One part of a title must be a text, a whole number, a day or a choice of the record, or one that a reference embeds,
 * so that every response contains it.
 */
function checkPart({ entity, entities }: CheckContext, path: string): string[] {
  const along = fieldsAlong(entity, path, entities) ?? [];
  const [head, last] = [along[0], along.at(-1)];
  if (!head || !last) return report(entity, path, `which is no field; ${suggestion(path, Object.keys(entity.fields))}`);
  if (!['always', 'part'].includes(kinds[last.kind].title))
    return report(
      entity,
      path,
      `${kindNoun(last.kind)}, and the parts of a title are texts, whole numbers, days and choices; leave it out, and name it in list.identifies`,
    );
  if (last.kind === 'choice' && last.as !== undefined && path.split('.').at(-1) === last.as)
    return report(entity, path, 'the words of a choice; name the choice itself');
  const rest = path.split('.').slice(1).join('.');
  if (head.kind === 'reference' && !head.embed?.includes(rest))
    return report(entity, path, 'which no answer has; embed it');
  return checkSeen(entity, path, head);
}

/** Checks that references can embed the fields of `embed`, among them the title. */
export const checkEmbed: Check = ({ entity, entities }) => {
  const report = (what: string) => mistake(entity, 'embed', what);
  const { embed, fields } = entity;
  if (!embed) return [];
  const missing = ['id', entity.title].flat().filter((path) => !embed.includes(path));
  const untitled = missing.filter((path) => path === 'id' || fieldsAlong(entity, path, entities));
  if (untitled.length > 0)
    return [
      report(`has not ${untitled.map((path) => `"${path}"`).join(', ')}; add ${untitled.length > 1 ? 'them' : 'it'}`),
    ];
  return embed.flatMap((path) => {
    if (path === 'id') return [];
    const head = fieldsAlong(entity, path, entities)?.[0];
    if (!head) return [report(`names "${path}", which is no field; ${suggestion(path, Object.keys(fields))}`)];
    const word = (['hidden', 'encrypted', 'detailOnly', 'inputOnly', 'read'] as const).find((one) => head[one]);
    if (!word) return [];
    const why = word === 'read' ? 'which not all may read' : `which is ${word}`;
    return [report(`names "${path}", ${why}; leave it out, and embed it where its readers may see it`)];
  });
};

/** Checks that records are shown by a text that their references embed. */
export const checkShownBy: Check = ({ entity }) => {
  const { shownBy, embed = [entity.title].flat(), fields } = entity;
  if (shownBy === undefined) return [];
  const report = (what: string) => [mistake(entity, 'shownBy', `names "${shownBy}", ${what}`)];
  const field = Object.hasOwn(fields, shownBy) ? fields[shownBy] : undefined;
  if (!field) return report(`which is no field; ${suggestion(shownBy, Object.keys(fields))}`);
  const { title, list, localized } = kinds[field.kind];
  if (title !== 'always' || !list.searched || localized) return report(`${kindNoun(field.kind)}; name a text`);
  return embed.includes(shownBy) ? [] : report('which no reference embeds; add it to "embed"');
};

/** Checks that the title is a readable field of the record, or several values of its responses. */
export const checkTitle: Check = (context) => {
  const { entity } = context;
  if (entity.title.length === 0) return [mistake(entity, 'title', 'names no field; name a text of the record')];
  if (typeof entity.title !== 'string') return entity.title.flatMap((path) => checkPart(context, path));
  const field = fieldOf(entity, entity.title);
  if (!field && fieldsAlong(entity, entity.title, context.entities))
    return report(entity, entity.title, `which a reference embeds; write it in a list: ["${entity.title}"]`);
  if (!field)
    return report(entity, entity.title, `which is no field; ${suggestion(entity.title, Object.keys(entity.fields))}`);
  return ['always', 'alone'].includes(kinds[field.kind].title)
    ? checkSeen(entity, entity.title, field)
    : report(entity, entity.title, `${kindNoun(field.kind)}, which nobody would read as a name; name a text`);
};
