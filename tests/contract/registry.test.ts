import { describe, expect, it } from 'vitest';
import { findEntityMistakes, findMistakes } from '../../contract/checks/index.ts';
import { createContract } from '../../contract/createContract.ts';
import { contract, registry } from '../../contract/index.ts';
import { everything } from '../../contract/schema/access.ts';
import { defineEntity, type Entity } from '../../contract/schema/entity.ts';
import { choice, date, dateTime, object, reference, text } from '../../contract/schema/field/field.ts';
import type { Lifecycle } from '../../contract/schema/lifecycle.ts';
import { now } from '../../contract/schema/now.ts';
import { training } from '../../examples/service-desk/trainings/training.ts';
import { trainingBooking } from '../../examples/service-desk/trainings/trainingBooking.ts';
import { checkDeclarations, declarationMistakes } from '../../server/resource/compile/checkDeclarations.ts';
import { contractWith } from '../support/contractWith.ts';
import { broken, label, place, set, withAccess, withFields, withList, withScreen, withStep } from './broken.ts';
import { brokenActions } from './brokenActions.ts';
import { brokenAttachments } from './brokenAttachments.ts';
import { brokenChildren } from './brokenChildren.ts';
import { brokenConditions } from './brokenConditions.ts';
import { brokenConstraints, ofEnterprises } from './brokenConstraints.ts';
import { brokenDetails } from './brokenDetails.ts';
import { brokenFields } from './brokenFields.ts';
import { brokenFiles } from './brokenFiles.ts';
import { brokenFormer } from './brokenFormer.ts';
import { brokenJoined } from './brokenJoined.ts';
import { brokenLists } from './brokenLists.ts';
import { brokenLookups } from './brokenLookups.ts';
import { brokenMetrics } from './brokenMetrics.ts';
import { brokenNames } from './brokenNames.ts';
import { brokenNotices } from './brokenNotices.ts';
import { brokenParts, incompleteParts, undefinedParts } from './brokenParts.ts';
import { brokenQueues } from './brokenQueues.ts';
import { brokenSets } from './brokenSets.ts';
import { brokenTimelines } from './brokenTimelines.ts';
import { brokenWords } from './brokenWords.ts';

/** Declarations that must not compile. A missing error fails the compilation. */
const mistyped = () => {
  const fields = { name: text({ label }) };
  const access = { list: ['SuperAdmin'], rows: { SuperAdmin: everything } } as const;
  const list = { columns: ['name', 'created_at'], sort: '-created_at' } as const;
  const sound = { name: 'specimen', label, title: 'name', fields, access, list } as const;
  defineEntity(sound);
  // @ts-expect-error a title that is not a field
  defineEntity({ ...sound, title: 'nme' });
  // @ts-expect-error a column that is not a field
  defineEntity({ ...sound, list: { ...list, columns: ['nme'] } });
  // @ts-expect-error a sort order by an unknown field
  defineEntity({ ...sound, list: { ...list, sort: '-nme' } });
  // @ts-expect-error a form entry that is not a field
  defineEntity({ ...sound, form: [['name', 'nme']] });
  // @ts-expect-error a unique group with an unknown field
  defineEntity({ ...sound, unique: [['name', 'nme']] });
  // @ts-expect-error a lifecycle of an unknown field
  defineEntity({ ...sound, lifecycle: { field: 'nme', transitions: {} } });
  // @ts-expect-error a label in one language
  text({ label: { en: 'Name' } });
  // @ts-expect-error a text with a number as its default
  text({ label, default: 5 });
  // @ts-expect-error a day with a number as its default
  date({ label, default: 5 });
  // @ts-expect-error a choice with an unknown value as its default
  choice([{ id: 1, label }], { label, default: 2 });
  // @ts-expect-error a role that does not exist
  defineEntity({ ...sound, access: { ...access, create: ['Nobody'] } });
};

/** The specimen with a change. Its comments and files follow it. */
const changed = (change: object): Entity => set(change).entities.findLast(({ addedBy }) => !addedBy) as Entity;

describe('the declarations', () => {
  it('do not compile where types see the mistake', () => {
    expect(mistyped).not.toThrow();
  });

  it('are without a mistake', () => {
    expect(findMistakes(contract)).toEqual([]);
    expect(findMistakes(set({}))).toEqual([]);
  });

  it.each([
    ...broken,
    ...brokenActions,
    ...brokenAttachments,
    ...brokenChildren,
    ...brokenConditions,
    ...brokenDetails,
    ...brokenFields,
    ...brokenJoined,
    ...brokenFiles,
    ...brokenConstraints,
    ...brokenLookups,
    ...brokenLists,
    ...brokenFormer,
    ...brokenNotices,
    ...brokenSets,
    ...brokenQueues,
    ...brokenTimelines,
    ...brokenMetrics,
    ...brokenWords,
  ])('are held to their fields: %s', (_, change, sentence) => {
    expect(findEntityMistakes(changed(change))).toContain(place + sentence);
  });

  it.each([...undefinedParts, ...incompleteParts])(
    'are refused before all else where a part is undefined or lacks a word: %s',
    (_, change, sentence) => {
      expect(findMistakes(set(change))).toEqual([place + sentence]);
    },
  );

  it.each([
    ['contract/entities/specimen.ts: specimen.fields', { fields: undefined }],
    ['contract/entities/specimen.ts: specimen.access.rows', { access: undefined }],
    ['contract/entities/specimen.ts: specimen.list.columns', { list: undefined }],
  ])('are refused where a word that every entity needs is undefined: %s', (where, change) => {
    expect(findMistakes(set(change))).toEqual([`${where} is undefined; write it, or check its import`]);
  });

  it.each([
    ['of an action', { dry: { name: 'dry_specimen', path: '/v1/specimen/wash/{id}' } }],
    ['of the records', { dry: { name: 'dry_specimen', path: '/v1/specimen/{id}' } }],
    ['of the records of another entity', { dry: { name: 'dry_specimen', path: '/v1/order/{id}' } }],
    ['of the server', { dry: { name: 'dry_specimen', path: '/v1/auth/password', idIn: 'id' } }],
  ])('are refused where an action has the path %s', (_, { dry }) => {
    const action = { roles: ['SuperAdmin'], label, assign: { ends_at: null } };
    const wash = { name: 'wash_specimen', path: '/v1/specimen/wash/{id}', label };
    const actions = { wash: { ...action, endpoint: wash }, dry: { ...action, endpoint: { ...dry, label } } };
    expect(findMistakes(set({ actions }))).toEqual([
      `${place}.actions.dry.endpoint has the path "${dry.path}" of another endpoint; write another`,
    ]);
  });

  it('are refused where an entity is undefined', () => {
    const contract = createContract({ ...registry, specimen: undefined as never });
    const sentence = 'contract/index.ts: registry.specimen is undefined; check its import';
    expect(findMistakes(contract)).toEqual([sentence]);
    expect(() => checkDeclarations(contract)).toThrow(sentence);
  });

  it('may show fields while others are empty, and a field by its own value', () => {
    const own = { en: 'Other', zh: '其他' };
    const fields = {
      a: text({ label: own, shownWhen: { b: null } }),
      b: text({ label: own, shownWhen: { a: null } }),
      c: text({ label: own, shownWhen: { anyOf: [{ d: 'x' }, { name: 'y' }] } }),
      d: text({ label: own, shownWhen: { c: 'x' } }),
      e: text({ label: own, shownWhen: { e: 'x' } }),
    };
    expect(findEntityMistakes(changed(withFields(fields)))).toEqual([]);
  });

  it('may require what a form shows at times where the server fills it in', () => {
    const shown = { required: true, shownWhen: { name: 'y' } } as const;
    const fields = {
      a: text({ label: { en: 'Set', zh: '设定' }, ...shown, readOnly: true }),
      b: text({ label: { en: 'Usual', zh: '通常' }, ...shown, default: 'x' }),
      c: dateTime({ label: { en: 'Since', zh: '自' }, ...shown, default: now }),
      d: object(
        { e: text({ label: { en: 'Part', zh: '部分' }, ...shown, readOnly: true }) },
        { label, required: true },
      ),
    };
    expect(findEntityMistakes(changed(withFields(fields)))).toEqual([]);
  });

  it.each([...brokenNames, ...brokenParts])('are refused with one sentence alone: %s', (_, change, sentence) => {
    expect(findEntityMistakes(changed(change))).toEqual([place + sentence]);
  });

  it('may require a field in states that no step reaches without it', () => {
    const close = {
      from: [0],
      to: 1,
      roles: ['SuperAdmin'],
      label,
      input: { reason: text({ label, required: true }) },
    };
    const reopen = { from: [1], to: 0, roles: ['SuperAdmin'], label };
    const archive = { from: [1], to: 2, roles: ['SuperAdmin'], label };
    const chain = (transitions: object) =>
      findEntityMistakes(
        changed({
          ...withFields({
            status: choice(
              [0, 1, 2].map((id) => ({ id, label: { en: `${id}`, zh: `${id}` } })),
              { label, default: 0, readOnly: true },
            ),
            reason: text({ label, readOnly: true }),
          }),
          rules: [{ field: 'reason', requiredWhen: { status: [1, 2] } }],
          lifecycle: { field: 'status', transitions },
        }),
      );
    expect(chain({ close, reopen, archive })).toEqual([]);
    const { input: _, ...without } = close;
    expect(chain({ close: without, reopen, archive })).toHaveLength(1);
  });

  it('may have a step for nobody that a step of the parent takes', () => {
    const lifecycle = trainingBooking.lifecycle as Lifecycle;
    const releaseOf = (name: string) => ({
      ...trainingBooking,
      lifecycle: {
        ...lifecycle,
        transitions: { ...lifecycle.transitions, [name]: { ...lifecycle.transitions.release, roles: [] } },
      },
    });
    const found = (name: string) => findMistakes(contractWith({ training, training_booking: releaseOf(name) }));
    expect(found('release')).toEqual([]);
    expect(found('forget')).toContainEqual(expect.stringContaining('is for nobody'));
  });

  it.each<[object, number]>([
    [ofEnterprises({}), 1],
    [ofEnterprises({ shares: ['enterprise_id'] }), 0],
    [{ ...ofEnterprises({}), ...withAccess({}) }, 0],
  ])('may stay within an enterprise where customers see others, if they say so: %#', (change, count) => {
    const found = findMistakes(set(change)).filter((one) => one.includes("only those of the record's own enterprise"));
    expect(found).toHaveLength(count);
  });

  it('may have states that are words', () => {
    const words = [
      { id: 'open', label },
      { id: 'closed', label },
    ] as const;
    // The types accept it, too.
    const lifecycle: Lifecycle = {
      field: 'status',
      transitions: { close: { from: ['open'], to: 'closed', roles: ['SuperAdmin'], label } },
    };
    const status = choice(words, { label, default: 'open', readOnly: true });
    const found = findMistakes(set({ ...withFields({ status }), lifecycle, actions: {}, queue: {}, metrics: {} }));
    expect(found.filter((one) => one.includes('lifecycle'))).toEqual([]);
  });

  const user = 'contract/entities/user.ts, contract/entities/specimen.ts';
  it.each<[object, string]>([
    [{ path: 'user' }, `${user}: the path "user" is declared twice; give one of them another`],
    [{ table: 'users' }, `${user}: the table "users" is declared twice; give one of them another`],
    [
      { screens: [{ path: '/user/subuser', roles: [], label }] },
      `${user}: the screen "/user/subuser" is declared twice; give one of them another`,
    ],
    [
      { name: 'user', table: 'other', path: 'other' },
      'contract/entities/user.ts: the name "user" is declared twice; give one of them another',
    ],
    [
      withScreen({ path: '/dashboard' }),
      `${place}.screens /dashboard is a page already (contract/screens/menu.ts); write another path`,
    ],
  ])('are each other than the rest: %#', (change, sentence) => {
    expect(findMistakes(set(change))).toContain(sentence);
  });

  it('have no entity with the name of what the comments or files of another add', () => {
    const { mail, project } = registry;
    const taken = { ...mail, name: 'project_comment', table: 'project_comment', path: 'project_comment' };
    const both = contractWith({ project: { ...project, comments: true }, project_comment: taken });
    expect(findMistakes(both)).toContain(
      'contract/entities/project.ts: project.comments adds the entity "project_comment", which contract/entities/projectComment.ts declares; leave one of them out',
    );
    const author = { ...mail, name: 'author', table: 'author', path: 'author', files: true };
    expect(findMistakes(contractWith({ author }))).toContain(
      'contract/entities/author.ts: author.files would have the record and the author in one field "author_id"; rename the entity',
    );
  });

  it('do not require each other', () => {
    const requiring = (name: string, other: string) =>
      defineEntity({
        name,
        label,
        title: 'name',
        fields: { name: text({ label, required: true }), other_id: reference(other, { label, required: true }) },
        access: { SuperAdmin: [everything, 'list create edit'] },
        list: { columns: ['name'] },
      });
    expect(findMistakes(contractWith({ hen: requiring('hen', 'egg'), egg: requiring('egg', 'hen') }))).toEqual([
      'contract/entities/egg.ts: egg.other_id is required, as is a reference of hen to egg, so that nobody could create either; leave one "required" out',
    ]);
  });

  it('are all reported, those of one entity beside similar ones of another', () => {
    const listing = (name: string, list: object) =>
      defineEntity({
        name,
        label,
        title: 'name',
        fields: { name: text({ label, required: true }) },
        access: { SuperAdmin: [everything, 'list create edit'] },
        list: { columns: ['name'], ...list },
      });
    const entities = { hen: listing('hen', { columns: ['nme'] }), egg: listing('egg', { optional: ['nme'] }) };
    expect(declarationMistakes(contractWith(entities))).toEqual([
      expect.stringContaining('hen.list.columns names "nme"'),
      expect.stringContaining('egg.list.optional names "nme"'),
    ]);
  });

  it('name events that no other entity has', () => {
    expect(findMistakes(set(withStep({ event: 'order.confirmed' })))).toEqual([
      'contract/entities/order.ts, contract/entities/specimen.ts: the event "order.confirmed" is declared twice; give one of them another',
    ]);
  });

  it('are registered under their own names', () => {
    const { user, user_oauth } = registry;
    expect(findMistakes(createContract({ usr: user, user_oauth, oauth: user_oauth }))).toEqual(
      expect.arrayContaining([
        'contract/index.ts: registry has the entity "user" under "usr"; write user',
        'contract/index.ts: registry has the entity "user_oauth" under "oauth"; write user_oauth: userOauth',
      ]),
    );
  });

  it('tell the file of a name of several words', () => {
    const change = { name: 'test_specimen', title: 'nme' };
    expect(findMistakes(set(change))).toEqual([
      'contract/entities/testSpecimen.ts: test_specimen.title names "nme", which is no field; did you mean "name"?',
    ]);
  });

  it('are refused with one error that lists every mistake', () => {
    const change = { title: 'nme', ...withList({ filters: ['left'], sort: 'x' }) };
    expect(() => checkDeclarations(set(change))).toThrow(
      [
        'the declarations have mistakes:',
        `${place}.title names "nme", which is no field; did you mean "name"?`,
        `${place}.list.filters names "left", which is no stored field; name one, or leave it out`,
        `${place}.list.sort names "x", which is no stored field; name one, or leave it out`,
      ].join('\n  '),
    );
  });
});
