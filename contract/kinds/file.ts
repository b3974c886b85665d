import { message } from '../messages/message.ts';
import { fileIdPattern, filesIn, isFileId, isPending } from './fileField.ts';
import type { Kind } from './kind.ts';
import { onlyShown } from './plain.ts';
import { testedRule } from './testedRule.ts';

const isText = (value: unknown): boolean => typeof value === 'string';

/** The properties of a file in an answer. A request may send them back unchanged; the server reads only the id. */
const answeredProperties: Readonly<Record<string, (value: unknown) => boolean>> = {
  id: isFileId,
  name: isText,
  size: Number.isInteger,
  type: isText,
  sha256: isText,
};

function isFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const given = Object.entries(value).filter(([, one]) => one !== undefined);
  const isKnown = ([name, one]: [string, unknown]) =>
    Object.hasOwn(answeredProperties, name) && answeredProperties[name]?.(one);
  return isFileId((value as { id?: unknown }).id) && given.every(isKnown);
}

function whyWrong(value: unknown): string | undefined {
  if (isPending(value)) return message('file_pending');
  return isFile(value) ? undefined : message('file');
}

/** The schema of a file in an answer. */
export const fileSchema = {
  type: 'object',
  properties: {
    id: { type: 'string', format: 'uuid', pattern: fileIdPattern.source },
    name: { type: 'string' },
    size: { type: 'integer' },
    type: { type: 'string' },
    sha256: { type: 'string' },
  },
  additionalProperties: false,
} as const;

/** The names of the files, since a text cannot contain a file. */
export const fileNames = (value: unknown): string =>
  filesIn(value)
    .map(({ name }) => name)
    .join(', ');

/** An uploaded file, referenced by its id. */
export const fileKind: Kind = {
  rule: () => testedRule(whyWrong),
  schema: () => ({ ...fileSchema, required: ['id'], description: 'of an upload; only its id is read' }),
  answer: () => ({ ...fileSchema, required: Object.keys(fileSchema.properties) }),
  whyUnfit: () => undefined,
  isWider: () => false,
  limits: { of: 'nothing' },
  written: 'trimmed',

  column: () => 'jsonb',
  check: () => undefined,
  empty: 'null',
  stored: (value) => value,
  encryptable: false,
  blank: null,
  foldsCase: false,
  scalar: false,
  localized: false,

  read: (text) => text,
  write: fileNames,
  sentence: fileNames,
  whyNoSentence: () => undefined,

  comparison: () => undefined,
  // Lists are filtered by whether there is a file (`filterFieldOf` in contract/values/files.ts).
  filter: undefined,
  time: undefined,
  list: onlyShown,
  item: { separator: undefined, required: true, hasInput: true },
  title: 'never',
  namesRecord: false,
};
