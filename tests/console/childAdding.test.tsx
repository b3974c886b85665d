import type { DataProvider } from 'react-admin';
import { expect, it } from 'vitest';
import { createContract } from '../../contract/createContract.ts';
import { registry } from '../../contract/index.ts';
import { everything } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { reference, text } from '../../contract/schema/field/field.ts';
import { drawRecord } from './support/drawnRecord.tsx';
import { eachWithTestRoot } from './support/testRoot.ts';
import { until } from './support/until.ts';

/** A visit to a project in use; a project that is not cannot have new ones. */
const visit = defineEntity({
  name: 'visit',
  label: { en: 'Visit', zh: '拜访' },
  labels: { en: 'Visits', zh: '拜访' },
  title: 'name',
  fields: {
    name: text({ label: { en: 'Reason', zh: '事由' }, required: true }),
    project_id: reference('project', { label: { en: 'Project', zh: '项目' }, required: true, where: { status: 1 } }),
  },
  access: { SuperAdmin: [everything, 'list create edit'] },
  list: { columns: ['name', 'project_id'], filters: ['project_id'] },
});

const contract = createContract({
  ...registry,
  project: {
    ...registry.project,
    children: { visits: { entity: 'visit', by: 'project_id', add: ['name'], onDelete: 'cascade' } },
  },
  visit,
});

eachWithTestRoot();

it.each([
  ['offers to add children to a record that they may refer to', 1, ['New visit']],
  ['offers to add none to a record that their reference excludes', 0, []],
])('the page of a record %s', async (_, status, offered) => {
  const dataProvider = {
    getOne: async () => ({ data: { id: 7, name: 'Quay', status, version: 1 } }),
    getList: async (entity: string) => ({
      data: entity === 'visit' ? [{ id: 2, name: 'First look', project_id: 7, project: { id: 7, name: 'Quay' } }] : [],
      total: 1,
    }),
    getMany: async () => ({ data: [] }),
    call: async () => ({ items: [], total: 0 }),
  } as unknown as DataProvider;
  drawRecord({ contract, dataProvider, resource: 'project' }, 'SuperAdmin', 1);
  const section = await until(() => document.body.querySelector<HTMLElement>('section[aria-label="Visits"]'));
  await until(() => section.textContent?.includes('First look'));
  const buttons = [...section.querySelectorAll('button')].map(({ textContent }) => textContent ?? '');
  expect(buttons.filter((one) => one.startsWith('New '))).toEqual(offered);
});
