import { callerProperties } from '../conditions/condition.ts';
import { ownProperties } from './index.ts';

const ofEverybody: Readonly<Record<string, string>> = { id: 'user', parent_id: 'user', enterprise_id: 'enterprise' };

/** @returns The entity that a property of the caller refers to; undefined if no caller has it. */
export const callerEntity = (property: string): string | undefined =>
  Object.hasOwn(ofEverybody, property)
    ? ofEverybody[property]
    : ownProperties.find(({ name }) => name === property)?.to;

/** The properties that rules may ask for, as a sentence names them. */
export function knownProperties(): string {
  const names = [...callerProperties, ...ownProperties.map(({ name }) => name)];
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
