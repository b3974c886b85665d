import type { Choice } from '../schema/field/options.ts';

/** The choices of a product and their labels (SPEC 3, 4, 9). */

export const deployments = [
  { id: 1, label: { en: 'Public cloud', zh: '公有云' } },
  { id: 2, label: { en: 'Private cloud', zh: '私有云' } },
  { id: 3, label: { en: 'On premises', zh: '本地部署' } },
] as const satisfies readonly Choice[];

export const productCategories = [
  { id: 1001, label: { en: 'Migration', zh: '迁移' }, extra: { saas_alias: 'migration' } },
  { id: 1002, label: { en: 'Disaster recovery', zh: '容灾' }, extra: { saas_alias: 'dr' } },
] as const satisfies readonly Choice[];

export const meterings = [
  { id: 'host', label: { en: 'By host', zh: '按主机数' } },
  { id: 'value', label: { en: 'By amount', zh: '按数量' } },
] as const satisfies readonly Choice[];
