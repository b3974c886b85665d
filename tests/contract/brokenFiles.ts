import { file, files, list, object } from '../../contract/schema/field/field.ts';
import { fileTypeNames } from '../../contract/schema/field/fileType.ts';
import { label, withFields, withList } from './broken.ts';

const one = (more: object) => withFields({ a: { ...file({ label }), ...more } });

/** File fields that cannot be stored or shown, in the form of `broken`. */
export const brokenFiles: readonly [string, object, string][] = [
  ['a file of no size', one({ maxMb: 0 }), '.a has the maxMb 0; write a number above 0, up to 1024'],
  [
    'files without end',
    withFields({ a: files({ label, maxMb: 2000 }) }),
    '.a (an item) has the maxMb 2000; write a number above 0, up to 1024',
  ],
  [
    'a picture of half a pixel',
    one({ maxPixels: 0.5, types: ['image/png'] }),
    '.a has the maxPixels 0.5; write a whole number from 1 to 10000',
  ],
  [
    'pixels of a PDF',
    one({ maxPixels: 100, types: ['image/png', 'application/pdf'] }),
    '.a has maxPixels, which nobody can check for application/pdf; take only image/png, image/gif, image/webp',
  ],
  ['no type at all', one({ types: [] }), '.a takes no type of file; name one in "types", or leave it out'],
  [
    'a type that runs as a page',
    one({ types: ['image/svg+xml'] }),
    `.a takes "image/svg+xml", which is not told by its content; write one of ${fileTypeNames.join(', ')}`,
  ],
  ['a type twice', one({ types: ['image/png', 'image/png'] }), '.a takes "image/png" twice; leave one out'],
  [
    'a file within an object',
    withFields({ a: object({ b: file({ label }) }, { label }) }),
    '.a.b is a file, which holds for fields of the record alone; make it one',
  ],
  [
    'a list of lists of files',
    withFields({ a: list(list(file({ label }), { label }), { label }) }),
    '.a (an item) (an item) is a file, which holds for fields of the record alone; make it one',
  ],
  ['a file that is unique', one({ unique: true }), '.a holds files, which "unique" means nothing of; leave it out'],
  [
    'hidden files',
    withFields({ a: { ...files({ label }), hidden: true } }),
    '.a holds files, which "hidden" means nothing of; leave it out',
  ],
  ['a file as the title', { ...one({}), title: 'a' }, '.title is a file; name a text'],
  ['a start of a file', one({ default: 'x' }), '.a has the default "x", and every file starts empty; leave it out'],
  [
    'a sort by a file',
    { ...one({}), ...withList({ sortable: ['a'] }) },
    '.list.sortable names "a", and no list can do that by a file; leave it out',
  ],
];
