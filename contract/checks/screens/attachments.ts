import { attachmentName, authorField, parentField } from '../../relations/attachments.ts';
import { type AttachmentWord, attachmentWords } from '../../relations/attachmentWords.ts';
import { hasRight, type Role, roles } from '../../schema/access.ts';
import type { Entity } from '../../schema/entity.ts';
import { type Check, type CheckContext, fileOf, mistake, repeated } from '../support/mistake.ts';
import { unknownNames } from '../support/suggest.ts';

const mayGet = ({ access }: Entity, role: Role): boolean => hasRight(access, 'get', role);

/** Checks the roles that a word names: each may get the record. */
function checkAuthors(entity: Entity, word: AttachmentWord, value: unknown): string[] {
  const says = (what: string) => mistake(entity, word, what);
  if (value === true) return [];
  if (!Array.isArray(value)) return [says('is neither true nor a list of roles; write true')];
  if (value.length === 0) return [says('names no role; name one, or write true')];
  const known = value.filter((role): role is Role => roles.includes(role));
  return [
    ...unknownNames(entity, word, value, roles, 'the role'),
    ...known
      .filter((role) => !mayGet(entity, role))
      .map((role) => says(`names ${role}, who may not get the record; leave ${role} out, or name it in access.get`)),
    ...repeated(known).map((role) => says(`names ${role} twice; leave one out`)),
  ];
}

/** Checks that the entity of a word can be added. */
function checkAdded({ entity, entities }: CheckContext, word: AttachmentWord): string[] {
  const says = (what: string) => mistake(entity, word, what);
  const name = attachmentName(entity.name, word);
  const other = entities.get(name);
  if (entity.single) return [says('is declared, and there is exactly one record; leave it out')];
  if (parentField(entity.name) === authorField)
    return [says(`would have the record and the author in one field "${authorField}"; rename the entity`)];
  if (other && other.addedBy !== entity.name)
    return [says(`adds the entity "${name}", which ${fileOf(name)} declares; leave one of them out`)];
  if (!roles.some((role) => mayGet(entity, role)))
    return [says('is for nobody: no role may get the record; name one in access.get')];
  return [];
}

/** Checks `comments` and `files`: the roles that they name, and the entities that they add. */
export const checkAttachments: Check = (context) =>
  (Object.keys(attachmentWords) as AttachmentWord[]).flatMap((word) => {
    const value: unknown = context.entity[word];
    if (value === undefined) return [];
    const mistakes = checkAdded(context, word);
    return mistakes.length > 0 ? mistakes : checkAuthors(context.entity, word, value);
  });
