import type { KindName } from '../../../contract/schema/field/field.ts';
import { booleanView } from './boolean.tsx';
import { choiceView } from './choice.tsx';
import { dateView } from './date.tsx';
import { dateTimeView } from './dateTime.tsx';
import { decimalView } from './decimal.tsx';
import { fileView } from './file.tsx';
import { integerView } from './integer.tsx';
import { jsonView } from './json.tsx';
import { listView } from './list.tsx';
import { localizedTextView } from './localizedText.tsx';
import { longTextView } from './longText.tsx';
import { mailView } from './mail.tsx';
import { moneyView } from './money.tsx';
import { objectView } from './object.tsx';
import { phoneView } from './phone.tsx';
import { referenceView } from './reference.tsx';
import { richTextView } from './richText.tsx';
import { tagsView } from './tags.tsx';
import { textView } from './text.tsx';
import { urlView } from './url.tsx';
import type { KindView } from './view.ts';

/** The view of each kind of field in the console. docs/guide/new-kind.md explains how to add a kind. */
export const kindViews = {
  text: textView,
  longText: longTextView,
  localizedText: localizedTextView,
  integer: integerView,
  decimal: decimalView,
  money: moneyView,
  boolean: booleanView,
  choice: choiceView,
  dateTime: dateTimeView,
  date: dateView,
  mail: mailView,
  phone: phoneView,
  url: urlView,
  richText: richTextView,
  tags: tagsView,
  json: jsonView,
  file: fileView,
  reference: referenceView,
  object: objectView,
  list: listView,
} satisfies Record<KindName, KindView>;
