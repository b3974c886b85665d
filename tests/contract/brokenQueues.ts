import { label } from './broken.ts';

const sound = { label, roles: ['SuperAdmin'], order: 1, only: { status: 0 }, since: 'ends_at', shows: ['product_id'] };
const withQueue = (more: object) => ({ queue: { open: { ...sound, ...more } } });

/** Queues that nobody can process, in the form of `broken`. */
export const brokenQueues: readonly [string, object, string][] = [
  ['a queue in one language', withQueue({ label: { en: 'Open' } }), '.queue.open has no label in "zh"; add it'],
  ['a queue of nobody', withQueue({ roles: [] }), '.queue.open is for nobody; write a role in "roles"'],
  [
    'a queue of a role that may not list',
    withQueue({ roles: ['SalesMan'] }),
    '.queue.open is for SalesMan, who may not list; leave it out',
  ],
  [
    'a queue of what no filter knows',
    withQueue({ only: { stats: 0 } }),
    '.queue.open only names the filter "stats", which does not exist; did you mean "status"?',
  ],
  [
    'a queue of a state that there is not',
    withQueue({ only: { status: [0, 7] } }),
    '.queue.open only wants 7 as "status", which is no choice; write one of 0, 1',
  ],
  [
    'a queue by what is no time',
    withQueue({ since: 'name' }),
    '.queue.open goes by "name", which is no point in time and no day; name one',
  ],
  [
    'a queue by a time that sorts no list',
    withQueue({ since: 'updated_at' }),
    '.queue.open goes by "updated_at", by which the list cannot be sorted; add it to list.sortable',
  ],
  [
    'a queue that shows nothing known',
    withQueue({ shows: ['nme'] }),
    '.queue.open shows "nme", which is no field; did you mean "name"?',
  ],
  [
    'a queue with a step that there is not',
    withQueue({ steps: ['clos'] }),
    '.queue.open names the step "clos", which does not exist; did you mean "close"?',
  ],
  [
    'a queue with a step of others',
    withQueue({ roles: ['Enterprise'], steps: ['close'] }),
    '.queue.open names the step "close", which none of its roles may take; leave it out',
  ],
];
