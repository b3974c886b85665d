import { expect, it } from 'vitest';
import { allEventTypes, coversEvent, eventOf, unknownEvents } from '../../contract/events/eventTypes.ts';
import { pastTense } from '../../contract/events/pastTense.ts';
import { contract } from '../../contract/index.ts';
import { entitySteps } from '../../contract/schema/lifecycle.ts';

const types = allEventTypes(contract).map(({ type }) => type);

it('the events that issue 34 names are among those that follow from the declarations, in the words of the product', () => {
  const named = [
    'order.created',
    'order.confirmed',
    'order.approved',
    'order.rejected',
    'order.turned_down',
    'order.cancelled',
    'enterprise.approved',
    'project.closed',
    'application.approved',
    'licence.created',
    'licence.issued',
    'licence.issue_failed',
    'licence.withdrawn',
    'licence.failed_back',
    'licence.ending',
    'mail.sent',
    'mail.failed',
    'subscription.renewed',
    'token.expiring',
    'token.revoked',
  ];
  expect(types).toEqual(expect.arrayContaining(named));
  expect(new Set(types).size).toBe(types.length);
  expect(types.filter((type) => !/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/.test(type))).toEqual([]);
  expect(types.filter((type) => /^(assignment|allocation|service_token|session|audit|webhook)\./.test(type))).toEqual(
    [],
  );
});

it('an event is named by what the record then is', () => {
  const label = (wanted: string) => allEventTypes(contract).find(({ type }) => type === wanted)?.label;
  expect(label('order.created')).toEqual({ en: 'Created', zh: '已新建' });
  expect(label('order.confirmed')).toEqual({ en: 'Confirmed', zh: '已确认' });
  expect(label('order.approved')).toEqual({ en: 'Approved', zh: '已通过' });
});

it('every step of an entity with events has one', () => {
  for (const entity of contract.entities.filter((one) => types.some((type) => type.startsWith(`${one.name}.`))))
    for (const { name } of entitySteps(entity)) expect(eventOf(entity, name, 'update')?.type).toBeDefined();
});

it('a verb is put into the past', () => {
  const verbs = {
    approve: 'approved',
    confirm: 'confirmed',
    cancel: 'cancelled',
    reject: 'rejected',
    withdraw: 'withdrawn',
    retry: 'retried',
    deploy: 'deployed',
    transfer: 'transferred',
    fail: 'failed',
    repeal: 'repealed',
    turn_down: 'turned_down',
    take_back: 'taken_back',
    offer: 'offered',
    reset: 'reset',
    reset_factor: 'reset_factor',
    resend: 'resent',
    rewrite: 'rewritten',
    undo: 'undone',
    withhold: 'withheld',
    build: 'built',
    split: 'split',
    freeze: 'frozen',
    pin: 'pinned',
    unpin: 'unpinned',
    skip: 'skipped',
    log: 'logged',
    swap: 'swapped',
    commit: 'committed',
    submit: 'submitted',
    add: 'added',
    fix: 'fixed',
    sort: 'sorted',
    return: 'returned',
    review: 'reviewed',
    reply: 'replied',
    upload: 'uploaded',
    mail: 'mailed',
    visit: 'visited',
    close: 'closed',
    archive: 'archived',
    publish: 'published',
    escalate: 'escalated',
    plan: 'planned',
    ship: 'shipped',
    stop: 'stopped',
    drop: 'dropped',
  };
  for (const [verb, past] of Object.entries(verbs)) expect(pastTense(verb)).toBe(past);
});

it('a pattern covers one event, those of an entity, or all', () => {
  expect(coversEvent(['order.*'], 'order.approved')).toBe(true);
  expect(coversEvent(['order.*'], 'order_project.created')).toBe(false);
  expect(coversEvent(['*'], 'licence.issued')).toBe(true);
  expect(coversEvent(['order.approved'], 'order.approved_again')).toBe(false);
  expect(coversEvent([], 'order.approved')).toBe(false);
  expect(unknownEvents(contract, ['order.*', '*', 'order.approved'])).toEqual([]);
  for (const one of ['order', 'order.', 'order.nothing', '**', 'o*', '', 'order.approved.*', 'webhook.*', 'session.*'])
    expect(unknownEvents(contract, [one]), one).toEqual([one]);
});
