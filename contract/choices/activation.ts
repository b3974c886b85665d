import type { Choice } from '../schema/field/options.ts';

/** The choices of activations and their labels (issue 36). */

export const activationStates = [
  { id: 1, label: { en: 'Active', zh: '使用中' }, tone: 'good' },
  { id: 4, label: { en: 'Delegated', zh: '已委派' }, tone: 'good' },
  { id: 5, label: { en: 'Ending', zh: '终止中' }, tone: 'warn' },
  { id: 2, label: { en: 'Lease ended', zh: '租约已到期' }, tone: 'neutral' },
  { id: 8, label: { en: 'Released', zh: '已解除' }, tone: 'neutral' },
] as const satisfies readonly Choice[];

/** The states in which an activation uses seats, as long as its lease or delegation lasts. */
export const usingStates = [1, 4, 5] as const;

export const machineKind = 1;
export const relayKind = 2;

/** Who holds the seats of an activation: a machine, or a relay that leases them to machines on the customer's site. */
export const activationKinds = [
  { id: machineKind, label: { en: 'Machine', zh: '设备' } },
  { id: relayKind, label: { en: 'Relay', zh: '中继' } },
] as const satisfies readonly Choice[];

/** What happens to activations beyond the quantity of a licence. */
export const seatRules = [
  { id: 'refuse', label: { en: 'Refuse', zh: '拒绝' } },
  { id: 'to_125', label: { en: 'Allow up to 125%', zh: '允许至 125%' } },
  { id: 'to_150', label: { en: 'Allow up to 150%', zh: '允许至 150%' } },
  { id: 'report', label: { en: 'Allow and report', zh: '允许并上报' } },
] as const satisfies readonly Choice[];
