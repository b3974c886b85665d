import type { Role } from '../../contract/schema/access.ts';
import { label, withFields } from './broken.ts';

const withWord = (word: 'comments' | 'files', value: unknown, more: object = {}) => ({ [word]: value, ...more });
const visible = (...get: Role[]) => ({ access: { list: [], get, rows: { SuperAdmin: 'everything' } } });

/** Comments and files that cannot be added, in the form of `broken`. */
export const brokenAttachments: readonly [string, object, string][] = [
  [
    'comments of the only record',
    withWord('comments', true, { single: true }),
    '.comments is declared, and there is exactly one record; leave it out',
  ],
  [
    'files of the only record',
    withWord('files', true, { single: true }),
    '.files is declared, and there is exactly one record; leave it out',
  ],
  [
    'comments of a role that may not get the record',
    withWord('comments', ['SuperAdmin', 'Subordinate']),
    '.comments names Subordinate, who may not get the record; leave Subordinate out, or name it in access.get',
  ],
  [
    'files of an unknown role',
    withWord('files', ['SuperAdmn']),
    '.files names the role "SuperAdmn", which does not exist; did you mean "SuperAdmin"?',
  ],
  [
    'comments of a role twice',
    withWord('comments', ['SuperAdmin', 'SuperAdmin']),
    '.comments names SuperAdmin twice; leave one out',
  ],
  ['files of no role', withWord('files', []), '.files names no role; name one, or write true'],
  [
    'comments that are neither',
    withWord('comments', 'SuperAdmin'),
    '.comments is neither true nor a list of roles; write true',
  ],
  [
    'comments of what nobody may get',
    withWord('comments', true, visible()),
    '.comments is for nobody: no role may get the record; name one in access.get',
  ],
  [
    'a field with the name of a section of comments',
    withWord('comments', true, withFields({ specimen_comment: { kind: 'text', label } })),
    '.children.specimen_comment has the name of a field; give it another',
  ],
];
