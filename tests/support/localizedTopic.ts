import { everything, not, staff } from '../../contract/schema/access.ts';
import { defineEntity } from '../../contract/schema/entity.ts';
import { localizedText, many, reference, text } from '../../contract/schema/field/field.ts';

/** A topic that is named in both languages, and has a summary that may be empty. */
export const topic = defineEntity({
  name: 'topic',
  label: { en: 'Topic', zh: '主题' },
  labels: { en: 'Topics', zh: '主题' },
  title: 'name',
  fields: {
    name: localizedText({ label: { en: 'Name', zh: '名称' }, required: true, unique: true, max: 40 }),
    summary: localizedText({ label: { en: 'Summary', zh: '摘要' }, min: 2, max: 80 }),
    slogan: localizedText({ label: { en: 'Slogan', zh: '口号' }, bothLanguages: true }),
    code: text({ label: { en: 'Code', zh: '编码' }, unique: true, max: 20 }),
  },
  access: {
    SuperAdmin: [everything, 'list create edit remove'],
    GeneralAdmin: [everything, 'list create edit'],
    SalesMan: [everything, 'list'],
    Enterprise: [everything, 'lookup'],
  },
  rules: [{ field: 'slogan', requiredWhen: { summary: not(null), code: 'needed' } }],
  removeWhile: { slogan: null },
  list: {
    columns: ['name', 'summary', 'slogan', 'code'],
    filters: ['name'],
    search: ['name', 'summary'],
    sort: 'name',
  },
  screens: [{ path: '/topic', roles: staff, label: { en: 'Topics', zh: '主题' }, menu: { order: 95 } }],
  import: true,
});

/** A lesson about a topic. */
export const lesson = defineEntity({
  name: 'lesson',
  label: { en: 'Lesson', zh: '课程' },
  labels: { en: 'Lessons', zh: '课程' },
  title: ['room', 'topic.name'],
  fields: {
    room: text({ label: { en: 'Room', zh: '教室' }, required: true, max: 40 }),
    topic_id: reference('topic', {
      label: { en: 'Topic', zh: '主题' },
      required: true,
      as: 'topic',
      embed: ['id', 'name'],
    }),
  },
  access: { SuperAdmin: [everything, 'list create edit'], GeneralAdmin: [everything, 'list'] },
  notices: {
    create: { to: { role: 'GeneralAdmin' }, text: { en: 'Lesson about {topic_id}', zh: '新课程：{topic_id}' } },
  },
  list: { columns: ['room', 'topic_id'], filters: ['topic_id'], search: ['room', 'topic.name'], sort: 'room' },
  screens: [
    {
      path: '/lesson',
      roles: ['SuperAdmin', 'GeneralAdmin'],
      label: { en: 'Lessons', zh: '课程' },
      menu: { order: 96 },
    },
  ],
  import: true,
});

/** A seat in a lesson, and the lessons that its guest has seen before: references to records with titles of two texts. */
export const attendance = defineEntity({
  name: 'attendance',
  label: { en: 'Attendance', zh: '听课' },
  title: 'guest',
  fields: {
    guest: text({ label: { en: 'Guest', zh: '学员' }, required: true, max: 40 }),
    lesson_id: reference('lesson', { label: { en: 'Lesson', zh: '课程' }, required: true }),
    seen: many('lesson', { label: { en: 'Seen before', zh: '已听课程' } }),
  },
  access: { SuperAdmin: [everything, 'list create edit'] },
  list: { columns: ['guest', 'lesson_id', 'seen'], sort: 'guest' },
  import: true,
});
