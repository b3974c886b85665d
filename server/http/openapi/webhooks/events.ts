import { allEventTypes, type EventType } from '../../../../contract/events/eventTypes.ts';
import type { JsonSchema } from '../../../../contract/kinds/kind.ts';
import type { Label } from '../../../../contract/messages/label.ts';
import type { Role } from '../../../../contract/schema/access.ts';
import type { Contract, Entity } from '../../../../contract/schema/entity.ts';
import { eventProperties } from '../../../resource/read/eventRecord.ts';
import { recordSchema } from '../answers.ts';
import { jsonContent, ref } from '../draft.ts';
import { exampleOf } from '../examples.ts';
import { bilingual, inLanguage } from '../texts.ts';

/** The events that webhooks are sent, in the API document (OpenAPI 3.1, `webhooks`). */

const changed: JsonSchema = {
  type: 'array',
  items: { type: 'string' },
  description: bilingual({ en: 'The fields that changed', zh: '发生变化的字段' }),
  examples: [['status']],
};
const shortened: JsonSchema = {
  type: 'boolean',
  const: true,
  description: bilingual({
    en: 'The record is too large for an event: it has only its id and version; ask for the rest',
    zh: '记录过大，事件中仅含编号与版本，请另行查询',
  }),
  examples: [true],
};

type Properties = Record<string, JsonSchema>;
const propertiesOf = (entity: Entity): Properties => (recordSchema(entity).properties ?? {}) as Properties;

/** The schema of the record in the events of an entity: as `get` answers it, without anything secret. */
function eventRecordSchema(entity: Entity): JsonSchema {
  const known = new Set(eventProperties(entity));
  const names = Object.keys(propertiesOf(entity)).filter((name) => known.has(name));
  return {
    type: 'object',
    title: bilingual({ en: `${entity.label.en} in an event`, zh: `事件中的${entity.label.zh}` }),
    properties: {
      ...Object.fromEntries(names.map((name) => [name, ref(`schemas/${entity.name}/properties/${name}`)])),
      changed,
      is_shortened: shortened,
    },
    required: ['id', 'version', 'changed'],
  };
}

/** The components of events by name: the record of each entity that has any. */
export const eventSchemas = (contract: Contract): [string, JsonSchema][] => {
  const entities = new Set(allEventTypes(contract).map(({ entity }) => entity));
  return [...entities].map((entity) => [`${entity.name}_event`, eventRecordSchema(entity)]);
};

const header = (name: string, label: Label, example: string): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description: bilingual(label),
  schema: { type: 'string' },
  example,
});

const headers: JsonSchema[] = [
  header(
    'webhook-id',
    { en: 'The same for each try: to recognize repetitions', zh: '每次重试相同，用于去重' },
    'msg_0192f0c1',
  ),
  header('webhook-timestamp', { en: 'When it was sent, in seconds', zh: '发送时间（秒）' }, '1764201600'),
  header(
    'webhook-signature',
    { en: 'One or several signatures (Standard Webhooks 1.0.0)', zh: '一个或多个签名（Standard Webhooks 1.0.0）' },
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

function eventOperation({ type, label, entity }: EventType): JsonSchema {
  const body = {
    type: 'object',
    properties: {
      type: { type: 'string', const: type, description: bilingual({ en: 'The event', zh: '事件' }), examples: [type] },
      timestamp: {
        type: 'string',
        format: 'date-time',
        description: bilingual({ en: 'When it happened', zh: '发生时间' }),
        examples: ['2026-11-27T08:30:00.000Z'],
      },
      data: ref(`schemas/${entity.name}_event`),
    },
    required: ['type', 'timestamp', 'data'],
  };
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return {
    post: {
      operationId: `on${words.join('')}`,
      tags: ['webhook'],
      summary: `${entity.label.en}: ${label.en}`,
      description: bilingual({
        en: `${entity.label.en}: ${label.en}`,
        zh: `${entity.label.zh}：${label.zh}`,
      }),
      'x-summary-zh': `${entity.label.zh}：${label.zh}`,
      security: [],
      parameters: headers,
      requestBody: { required: true, content: jsonContent(body) },
      responses: {
        '2XX': { description: bilingual({ en: 'Received; the body is ignored', zh: '已接收，忽略响应内容' }) },
        '4XX': { description: bilingual({ en: 'Tried again later; 410 switches it off', zh: '稍后重试；410 将停用' }) },
      },
    },
  };
}

/** The `webhooks` of the document, by event. */
export const webhookOperations = (contract: Contract): Record<string, JsonSchema> =>
  Object.fromEntries(allEventTypes(contract).map((event) => [event.type, eventOperation(event)]));

/**
 * An example of the body of an event, as a role would be sent it.
 * @returns undefined for an event that does not exist
 */
export function eventExample(contract: Contract, role: Role, type: string, now: Date): object | undefined {
  const event = allEventTypes(contract).find((one) => one.type === type);
  if (!event) return undefined;
  const { entity, label } = event;
  const properties = propertiesOf(entity);
  const heard = eventProperties(entity, role).filter((name) => Object.hasOwn(properties, name));
  const data = heard.map((name) => {
    const { examples, ...schema } = properties[name] ?? {};
    return [name, Array.isArray(examples) ? examples[0] : (exampleOf({ kind: 'text', label }, schema) ?? null)];
  });
  return {
    type,
    timestamp: now.toISOString(),
    data: inLanguage({ ...Object.fromEntries(data), changed: type.endsWith('.created') ? [] : ['status'] }, 'en'),
  };
}
