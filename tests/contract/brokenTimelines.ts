import { registry } from '../../contract/index.ts';
import { label } from './broken.ts';

/** Every entity of the product, and that of the test, as a message names them. */
const entityNames = [...Object.keys(registry), 'specimen'].join(', ');

const timeline = (word: object) => ({ timeline: word });
const withEvent = (more: object) => timeline({ events: { close: more } });
const moment = (more: object) => timeline({ dates: { end: { at: 'ends_at', ...more } } });
const part = (more: object) =>
  timeline({
    parts: { orders: { entity: 'order', by: 'product_id', dates: { made: { at: 'created_at' } }, ...more } },
  });

/** Timelines that cannot be shown, in the form of `broken`. */
export const brokenTimelines: readonly [string, object, string][] = [
  [
    'what is told without a word',
    timeline({ events: { burnt: {} } }),
    ".timeline.events.burnt has no label; write it as { en: 'Text', zh: '文字' }",
  ],
  [
    'what is told in one language',
    withEvent({ label: { en: 'Closed' } }),
    '.timeline.events.close has no label in "zh"; add it',
  ],
  [
    'what is told by no time',
    withEvent({ label, at: 'name' }),
    '.timeline.events.close is told by "name", which is no stored day or point in time; name one',
  ],
  [
    'what is said in no text',
    withEvent({ label, comment: 'status' }),
    '.timeline.events.close says "status" as its comment, which is no text of the record; name a text',
  ],
  [
    'a moment of no time',
    moment({ at: 'name' }),
    '.timeline.dates.end is at "name", which is no stored day or point in time; name one',
  ],
  [
    'a part of nothing',
    part({ entity: 'boat' }),
    `.timeline.parts.orders are "boat", which is no entity; write one of ${entityNames}`,
  ],
  [
    'a part that refers to others',
    part({}),
    '.timeline.parts.orders refer to it by "product_id", which is no reference to "specimen"; name one',
  ],
  ['a part that is told to nobody', part({ roles: [] }), '.timeline.parts.orders are told to nobody; write "roles"'],
  [
    'a part named by what it does not carry',
    part({ names: 'boat.name' }),
    '.timeline.parts.orders names its records by "boat.name", which none of them carries; name a field, or embed it',
  ],
  [
    'a part that counts no number',
    part({ counts: 'code' }),
    '.timeline.parts.orders counts "code", which is no stored whole number; name an integer',
  ],
  [
    'a part that is narrowed to nothing',
    part({ only: ['mad'] }),
    '.timeline.parts.orders names the entry "mad", which does not exist; did you mean "made"?',
  ],
];
