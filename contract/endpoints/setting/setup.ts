import { setupSteps } from '../../choices/setup.ts';
import { boolean, choice, list, object } from '../../schema/field/field.ts';
import { defineEndpoint } from '../endpoint.ts';

/** What is set up of a new console (issue 35, section 6). */
export const setupEndpoints = {
  setup: defineEndpoint({
    method: 'GET',
    path: '/v1/setting/setup',
    group: 'product_setting',
    onlyReads: true,
    label: { en: 'Which steps of setting up the console are done', zh: '系统初始设置的完成情况' },
    roles: ['SuperAdmin'],
    scope: false,
    answer: {
      fields: {
        steps: list(
          object(
            {
              name: choice(setupSteps, { label: { en: 'Step', zh: '步骤' }, required: true }),
              done: boolean({ label: { en: 'Done', zh: '已完成' }, required: true }),
            },
            { label: { en: 'Step', zh: '步骤' }, required: true },
          ),
          { label: { en: 'Steps', zh: '步骤' }, required: true },
        ),
      },
    },
  }),
};
