import { text } from '../../contract/schema/field/field.ts';
import { label, withFields } from './broken.ts';

/** Every entity of the product, and that of the test, as a message names them. */

const detail = (detail: object) => ({ detail });

/** Details that the page of a record cannot show, in the form of `broken`. */
export const brokenDetails: readonly [string, object, string][] = [
  [
    'a summary of nothing',
    detail({ summary: ['colour'] }),
    '.detail.summary names "colour", which is no field; write one of name, status, ends_at, product_id, params, left',
  ],
  ['a summary twice', detail({ summary: ['id', 'id'] }), '.detail.summary names "id" twice; leave one out'],
  [
    'a hidden summary',
    { ...withFields({ a: text({ label, hidden: true, readOnly: true }) }), ...detail({ summary: ['a'] }) },
    '.detail.summary names "a", which is hidden and in no detail; leave it out',
  ],
  [
    'a tab of nothing',
    detail({ tabs: ['boat'] }),
    '.detail.tabs names "boat", which is no entity; leave it out, since there is none',
  ],
  ['a tab twice', detail({ tabs: ['boat', 'boat'] }), '.detail.tabs names "boat" twice; leave one out'],
  [
    'a tab of what stands elsewhere',
    detail({ tabs: ['order'] }),
    '.detail.tabs names "order", which is not embedded in it; write embeddedIn "specimen", with "by", in "order"',
  ],
  [
    'paper that is as without a word',
    { print: {} },
    '.print changes nothing; write "sections" or "signatures", or leave it out',
  ],
  [
    'a section on paper with nothing',
    { print: { sections: [{ label }] } },
    '.print.sections[0] shows nothing; write "fields" or "list"',
  ],
  [
    'a section on paper with what is no field',
    { print: { sections: [{ fields: ['nam'] }] } },
    '.print.sections[0] names "nam", which is no field; did you mean "name"?',
  ],
  [
    'a field twice in a section on paper',
    { print: { sections: [{ fields: ['name', 'name'] }] } },
    '.print.sections[0] names "name" twice; leave one out',
  ],
  [
    'a list on paper that is elsewhere',
    { print: { sections: [{ list: 'order' }] } },
    '.print.sections[0] names "order", which is not embedded in it; write embeddedIn "specimen", with "by", in "order"',
  ],
  ['a title on paper in one language', { print: { title: { en: 'Sheet' } } }, '.print has no title in "zh"; add it'],
  [
    'a signature on paper in one language',
    { print: { signatures: [{ en: 'Customer' }] } },
    '.print.signatures has no label in "zh"; add it',
  ],
];
