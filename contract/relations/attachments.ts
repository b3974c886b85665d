import type { Label } from '../messages/label.ts';
import { hasRight, type Role, type RowRule, roles } from '../schema/access.ts';
import { completed } from '../schema/declaration/completed.ts';
import { type DeclaredEntity, defineEntity } from '../schema/entity.ts';
import { type Fields, file, longText, reference, text } from '../schema/field/field.ts';
import { type AttachmentWord, attachmentWords } from './attachmentWords.ts';

/**
 * The entities that `comments` and `files` of a declaration add (issue 37, section 6). They are made where the contract
 * is put together, so everything that reads a contract sees them as it sees declared entities.
 */

/** The name of the entity that a word adds: `ticket_comment`. */
export const attachmentName = (entity: string, word: AttachmentWord): string => `${entity}_${attachmentWords[word]}`;

/** The field of a comment or file that refers to its record. */
export const parentField = (entity: string): string => `${entity}_id`;

/** The field of a comment or file that refers to its author. */
export const authorField = 'author_id';

/** The longest name of a file's record, in characters. */
const longestName = 200;

/** The roles that may get a record. */
const readersOf = ({ access }: DeclaredEntity): readonly Role[] =>
  roles.filter((role) => hasRight(access, 'get', role));

/** Those of the readers that have a right to the record. */
const readersWith = (entity: DeclaredEntity, right: 'edit' | 'remove'): readonly Role[] =>
  readersOf(entity).filter((role) => hasRight(entity.access, right, role));

/** The roles that add comments or files: those that the word names, else all that may get the record. */
function authorsOf(entity: DeclaredEntity, word: AttachmentWord): readonly Role[] {
  const value: unknown = entity[word];
  return Array.isArray(value) ? readersOf(entity).filter((role) => value.includes(role)) : readersOf(entity);
}

/** A comment or file belongs to those who see its record. */
function rowsOf(entity: DeclaredEntity): { readonly [role in Role]?: RowRule } {
  const own = readersOf(entity).flatMap((role) => {
    const rule = entity.access.rows[role];
    return rule === undefined ? [] : [[role, rule === 'everything' ? rule : { [parentField(entity.name)]: rule }]];
  });
  return Object.fromEntries(own);
}

/** The words that comments and files have in common. Their tables follow a record that gets another name. */
const common = (entity: DeclaredEntity, word: AttachmentWord) => ({
  name: attachmentName(entity.name, word),
  ...(entity.migrate?.renamedFrom && { migrate: { renamedFrom: attachmentName(entity.migrate.renamedFrom, word) } }),
  access: {
    list: readersOf(entity),
    create: authorsOf(entity, word),
    remove: readersWith(entity, word === 'comments' ? 'remove' : 'edit'),
    rows: rowsOf(entity),
  },
});

/** Fields of every comment and file: the record that it belongs to, and its author. */
const commonFields = ({ name, label, migrate }: DeclaredEntity): Fields => ({
  [parentField(name)]: reference(name, {
    label,
    required: true,
    createOnly: true,
    ...(migrate?.renamedFrom && { migrate: { renamedFrom: parentField(migrate.renamedFrom) } }),
  }),
  [authorField]: reference('user', {
    label: { en: 'Author', zh: '作者' },
    readOnly: true,
    default: { me: 'id' },
    as: 'author',
  }),
});

const commentsOf = (entity: DeclaredEntity): DeclaredEntity => {
  const { label, name } = entity;
  const fields: Fields = {
    body: longText({ label: { en: 'Comment', zh: '评论' }, required: true }),
    ...commonFields(entity),
  };
  return defineEntity({
    ...common(entity, 'comments'),
    label: { en: `${label.en} comment`, zh: `${label.zh}评论` },
    labels: { en: `${label.en} comments`, zh: `${label.zh}评论` },
    title: 'body',
    icon: 'message',
    fields,
    list: {
      columns: ['body', authorField, 'created_at'],
      filters: [parentField(name)],
      search: ['body'],
      notInGlobalSearch: true,
    },
  });
};

const filesOf = (entity: DeclaredEntity): DeclaredEntity => {
  const { label, name } = entity;
  const fields: Fields = {
    name: text({ label: { en: 'Name', zh: '名称' }, required: true, max: longestName }),
    file: file({ label: { en: 'File', zh: '文件' }, required: true }),
    ...commonFields(entity),
  };
  return defineEntity({
    ...common(entity, 'files'),
    label: { en: `${label.en} file`, zh: `${label.zh}文件` },
    labels: { en: `${label.en} files`, zh: `${label.zh}文件` },
    title: 'name',
    fields,
    list: {
      columns: ['name', 'file', authorField, 'created_at'],
      filters: [parentField(name)],
      search: ['name'],
      notInGlobalSearch: true,
    },
  });
};

/** For each word: how its entity is made, the title of its section, and the fields of the form there. */
const attachments = {
  comments: { make: commentsOf, label: { en: 'Comments', zh: '评论' }, add: ['body'] },
  files: { make: filesOf, label: { en: 'Files', zh: '文件' }, add: ['name', 'file'] },
} as const;

/** The noun for a comment or a file beside its record, where the record need not be named again; otherwise the label. */
export const nounInRecord = ({ addedBy, fields, title, label }: DeclaredEntity): Label =>
  (addedBy !== undefined && (fields['file'] ?? fields[String(title)])?.label) || label;

/** The words of an entity that add another, without those that a check refuses. */
function wordsOf(entity: DeclaredEntity, names: ReadonlySet<string>): readonly AttachmentWord[] {
  if (entity.single || !entity.access?.list || parentField(entity.name) === authorField) return [];
  const words = Object.keys(attachmentWords) as AttachmentWord[];
  return words.filter((word) => entity[word] !== undefined && !names.has(attachmentName(entity.name, word)));
}

/** An entity with a section for each entity that its words add, followed by these. */
function withAttachments(entity: DeclaredEntity, names: ReadonlySet<string>): readonly DeclaredEntity[] {
  const words = wordsOf(entity, names);
  if (words.length === 0) return [entity];
  const by = parentField(entity.name);
  const sections = words.map((word) => {
    const child = attachmentName(entity.name, word);
    const { label, add } = attachments[word];
    return [child, { entity: child, by, label, add, onDelete: 'cascade' as const }] as const;
  });
  return [
    { ...entity, children: { ...entity.children, ...Object.fromEntries(sections) } },
    ...words.map((word) => ({ ...attachments[word].make(entity), addedBy: entity.name })),
  ];
}

/**
 * Adds the entities of comments and files to declared ones, each after the entity that they belong to.
 * @param declared the entities by the names that they are registered under, with the rights of all roles
 */
export function addAttachments(
  declared: Readonly<Record<string, DeclaredEntity>>,
): Readonly<Record<string, DeclaredEntity>> {
  const names = new Set(Object.values(declared).map((one) => one?.name));
  return Object.fromEntries(
    Object.entries(declared).flatMap(([key, entity]) => {
      const [first = entity, ...added] = entity ? completed([entity], () => withAttachments(entity, names)) : [];
      return [[key, first] as const, ...added.map((one) => [one.name, one] as const)];
    }),
  );
}
