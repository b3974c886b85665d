import type { Choice } from '../schema/field/options.ts';

/** The choices of a message and their labels (SPEC 3, 4, 9). */

export const noticeModules = [
  { id: 'order', label: { en: 'Order', zh: '订单' } },
  { id: 'assignment', label: { en: 'Licence', zh: '许可' } },
  { id: 'allocation', label: { en: 'Application', zh: '申请' } },
] as const satisfies readonly Choice[];
