import { me } from '../../contract/schema/access.ts';
import { choice, dateTime, list, longText, money, object, reference, text } from '../../contract/schema/field/field.ts';
import { label, withFields, withStep } from './broken.ts';

const noticeText = { en: '{name} is closed', zh: '{name} 已关闭' };
const withNotice = (more: object, name = 'close') => ({
  notices: { [name]: { text: noticeText, to: admins, ...more } },
});
const admins = { role: 'SuperAdmin' };
const asking = (confirm: object) => withStep({ confirm });

const timed = (schedule: object, more: object = {}, name = 'soon') => ({
  ...withFields({ due_at: dateTime({ label }) }),
  ...withNotice({ schedule: { by: 'due_at', ...schedule }, ...more }, name),
});

/** Notices that would reach nobody or reveal too much, in the form of `broken`. */
export const brokenNotices: readonly [string, object, string][] = [
  [
    'a message of no operation',
    withNotice({}, 'clos'),
    '.notices names the operation "clos", which does not exist; did you mean "close"?',
  ],
  ['a message in one language', withNotice({ text: { en: 'Closed' } }), '.notices.close has no label in "zh"; add it'],
  ['a message to nobody', withNotice({ to: [] }), '.notices.close tells nobody; write a reader in "to"'],
  [
    'a message to what is no user',
    withNotice({ to: 'product_id' }),
    '.notices.close goes to "product_id", which refers to no user; name a reference to one',
  ],
  [
    'a message to the users of what is no enterprise',
    withNotice({ to: { ...admins, of: 'product_id' } }),
    '.notices.close names "product_id", which refers to no enterprise; name a reference to one',
  ],
  [
    'a message while nothing holds',
    withNotice({ to: { ...admins, when: { stats: 1 } } }),
    '.notices.close, "when", asks for specimen.stats, which does not exist; write one of its fields, such as "status"',
  ],
  [
    'a mail in one language',
    withNotice({ mail: { text: { zh: '已关闭' } } }),
    '.notices.close.mail has no text in "en"; add it',
  ],
  [
    'a mail that says in one language what it leaves out in the other',
    withNotice({ mail: { text: { en: 'It is {status}', zh: '已关闭' } } }),
    '.notices.close.mail says {status} in one language alone; write it in both',
  ],
  [
    'a mail to nobody',
    withNotice({ mail: { to: [] } }),
    '.notices.close.mail goes to nobody; write a reader in "to", or leave it out',
  ],
  [
    'a mail to what is no user',
    withNotice({ mail: { to: 'product.name' } }),
    '.notices.close.mail goes to "product.name", which refers to no user; name a reference to one',
  ],
  [
    'a mail of what is nowhere',
    withNotice({ mail: { text: { en: 'See {nme}', zh: '见 {nme}' } } }),
    '.notices.close says "nme", which leads nowhere; name a field, also of a record that a reference leads to',
  ],
  [
    'a message of what is no text',
    withNotice({ values: { name: 'params' } }),
    '.notices.close says "params", which is of the kind object and no text; leave it out',
  ],
  [
    'a message of an amount of no currency',
    { ...withFields({ fee: money({ label }) }), ...withNotice({ values: { name: 'fee' } }) },
    '.notices.close says "fee", which is an amount of no currency; leave it out',
  ],
  [
    'a message of a list of objects',
    {
      ...withFields({ parts: list(object({ a: text({ label }) }, { label }), { label }) }),
      ...withNotice({ values: { name: 'parts' } }),
    },
    '.notices.close says "parts", which is a list of the kind object and no text; leave it out',
  ],
  [
    'a message of an amount of which some may not read the currency',
    {
      ...withFields({
        fee: money({ label, currency: 'coin' }),
        coin: choice([{ id: 'CNY', label }], { label, read: ['SuperAdmin'] }),
      }),
      ...withNotice({ values: { name: 'fee' } }),
    },
    '.notices.close says "fee", which not everybody may read; leave it out',
  ],
  [
    'a message that says in one language what it leaves out in the other',
    withNotice({ text: { en: '{name} is {status}', zh: '{name} 已关闭' } }),
    '.notices.close says {status} in one language alone; write it in both',
  ],
  [
    'a question of what is no field',
    asking({ en: 'Close {nme}?', zh: '确定关闭 {nme}？' }),
    '.lifecycle.close asks with {nme}, which is no field of the record; write the name of one',
  ],
  [
    'a question in one language of what the other leaves out',
    asking({ en: 'Close {name}?', zh: '确定关闭？' }),
    '.lifecycle.close says {name} in one language alone; write it in both',
  ],
  [
    'a question of what is no text',
    asking({ en: 'Close {params}?', zh: '确定关闭 {params}？' }),
    '.lifecycle.close asks with {params}, which is of the kind object and no text; leave it out',
  ],
  [
    'a question of what no list answers',
    { ...withFields({ more: text({ label, detailOnly: true }) }), ...asking({ en: '{more}?', zh: '{more}？' }) },
    '.lifecycle.close asks with {more}, which is detailOnly and in no list; leave it out',
  ],
  [
    'a message of nothing',
    withNotice({ values: { name: 'project.name' } }),
    '.notices.close says "project.name", which leads nowhere; name a field, also of a record that a reference leads to',
  ],
  [
    'a message of a value that it does not say',
    withNotice({ values: { nme: 'name' } }),
    '.notices.close has a value for {nme}, which its text does not say; leave it out',
  ],
  [
    'a message of what is encrypted',
    { ...withFields({ code: longText({ label, encrypted: true }) }), ...withNotice({ values: { name: 'code' } }) },
    '.notices.close says "code", which not everybody may read; leave it out',
  ],
  [
    'a message of what some may not read',
    {
      ...withFields({ inner: text({ label, read: ['SuperAdmin'] }) }),
      ...withNotice({ values: { name: 'inner' } }),
    },
    '.notices.close says "inner", which not everybody may read; leave it out',
  ],
  [
    'a message of the password of its reader',
    {
      ...withFields({ owner_id: reference('user', { label, as: 'owner' }) }),
      ...withNotice({ values: { name: 'owner.password_hash' } }),
    },
    '.notices.close says "owner.password_hash", which not everybody may read; leave it out',
  ],
  [
    'a message about a change of what is no field',
    withNotice({ changed: 'stats' }, 'moved'),
    '.notices.moved.changed names the field "stats", which does not exist; did you mean "status"?',
  ],
  [
    'a message about no change',
    withNotice({ changed: [] }, 'moved'),
    '.notices.moved has no fields in "changed"; name one',
  ],
  [
    'a message about a change of what never changes',
    {
      ...withFields({ born_at: dateTime({ label, createOnly: true }) }),
      ...withNotice({ changed: 'born_at' }, 'moved'),
    },
    '.notices.moved waits for a change of "born_at", which never changes, is not stored or is counted from other records; name another field',
  ],
  [
    'a message about a change of what is worked out',
    withNotice({ changed: 'left' }, 'moved'),
    '.notices.moved waits for a change of "left", which never changes, is not stored or is counted from other records; name another field',
  ],
  [
    'a message about comments that no record has',
    withNotice({ added: 'comments' }, 'commented'),
    '.notices.commented waits for comments, and its records have none; write "comments: true" in the entity',
  ],
  [
    'a message about something else that is added',
    withNotice({ added: 'coments' as 'comments' }, 'commented'),
    '.notices.commented.added names the word "coments", which does not exist; did you mean "comments"?',
  ],
  [
    'a message about a comment, and about a change',
    { ...withNotice({ added: 'comments', changed: 'name' }, 'commented'), comments: true as const },
    '.notices.commented has "added" and "changed"; write them as two messages',
  ],
  [
    'a message about a change, and by the clock',
    timed({}, { changed: 'name' }, 'moved'),
    '.notices.moved has "changed" and "schedule"; write them as two messages',
  ],
  [
    'a message about a change under the name of an operation',
    withNotice({ changed: 'name' }),
    '.notices.close has "changed" and the name of an operation; write them as two messages',
  ],
  [
    'a message about a change while nothing holds',
    withNotice({ changed: 'name', when: { stats: 1 } }, 'moved'),
    '.notices.moved, "when", asks for specimen.stats, which does not exist; write one of its fields, such as "status"',
  ],
  [
    'a message by what is no time',
    timed({ by: 'name' }),
    '.notices.soon.schedule goes by "name", which is no stored point in time and no day; name one',
  ],
  [
    'a message by what is worked out',
    timed({ by: 'left' }),
    '.notices.soon.schedule goes by "left", which is no stored point in time and no day; name one',
  ],
  [
    'a message by parts of an hour',
    timed({ hours: [-1, 0.5] }),
    '.notices.soon.schedule has the hours 0.5; write a whole number up to 876000',
  ],
  [
    'a message twice at once',
    timed({ days: [-1, 2, -1] }),
    '.notices.soon.schedule has the days -1 twice; leave one out',
  ],
  [
    'a message at no time',
    timed({ days: [] }),
    '.notices.soon.schedule has no days; write how many, or leave the word out',
  ],
  [
    'a message of an end that begins at no point in time',
    timed({ since: 'name' }),
    '.notices.soon.schedule begins since "name" and goes by "due_at"; name two stored points in time',
  ],
  [
    'a message by days and hours',
    timed({ days: 1, hours: 1 }),
    '.notices.soon.schedule has days and hours; write one of them',
  ],
  [
    'a message by the clock of an operation',
    timed({}, {}, 'close'),
    '.notices.close has a "schedule" and the name of an operation; write them as two messages',
  ],
  [
    'a message by the clock to what is no user',
    timed({}, { to: 'product_id' }),
    '.notices.soon goes to "product_id", which refers to no user; name a reference to one',
  ],
  [
    'a message by the clock in one language',
    timed({}, { text: { zh: '即将到期' } }),
    '.notices.soon has no label in "en"; add it',
  ],
  [
    'a message by the clock while nothing holds',
    timed({}, { when: { stats: 1 } }),
    '.notices.soon, "when", asks for specimen.stats, which does not exist; write one of its fields, such as "status"',
  ],
  [
    'a message by the clock by who its reader is',
    timed({}, { when: { product_id: me('id') } }),
    '.notices.soon has a "when" that asks who does it, and the clock is nobody; leave "me" out',
  ],
  [
    'a message by the clock that counts by what it does not say',
    timed({ days: 3 }, { text: { en: 'In {hours}', zh: '{hours}' } }),
    '.notices.soon says "hours", which leads nowhere; name a field, also of a record that a reference leads to',
  ],
  [
    'a message of an operation with a condition',
    withNotice({ when: { status: 0 } }),
    '.notices.close has a "when" without a "schedule"; write it at a reader in "to"',
  ],
  [
    'a message of an operation with a key',
    withNotice({ key: 'closed' }),
    '.notices.close has a "key" without a "schedule"; leave it out',
  ],
  [
    'a message with the key of others',
    timed({}, { key: 'licence_expiring' }),
    '.notices.soon has the key "licence_expiring", by which other messages are kept; write another',
  ],
];
