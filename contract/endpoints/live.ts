import { roles } from '../schema/access.ts';
import { integer } from '../schema/field/field.ts';
import { defineEndpoint, readEverything } from './endpoint.ts';

/** Changes by other users as they happen (D3). */
export const liveEndpoints = {
  events: defineEndpoint({
    method: 'GET',
    path: '/v1/events',
    group: 'events',
    label: {
      en:
        'Server-sent events {entity, id, version, action} of the records that you can read; ' +
        'resume with `Last-Event-ID`. The event `reset` means that some were missed',
      zh: '以服务器推送事件通知调用者可读记录的变更，可用 Last-Event-ID 续传；reset 事件表示有遗漏',
    },
    roles,
    scope: readEverything,
    query: {
      wait: integer({
        label: {
          en: 'Seconds after which the stream ends; 0 returns only missed events. By default it stays open with the session',
          zh: '多少秒后结束；0 表示只返回遗漏的事件；不填则随会话保持',
        },
        min: 0,
        max: 3600,
      }),
    },
    answer: { media: 'text/event-stream' },
  }),
};
