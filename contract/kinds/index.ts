import type { KindName } from '../schema/field/field.ts';
import { booleanKind } from './boolean.ts';
import { choiceKind } from './choice.ts';
import { dateKind } from './date.ts';
import { dateTimeKind } from './dateTime.ts';
import { decimalKind } from './decimal.ts';
import { fileKind } from './file.ts';
import { integerKind } from './integer.ts';
import { jsonKind } from './json.ts';
import type { Kind } from './kind.ts';
import { listKind } from './list.ts';
import { localizedTextKind } from './localizedText.ts';
import { longTextKind } from './longText.ts';
import { mailKind } from './mail.ts';
import { moneyKind } from './money.ts';
import { objectKind } from './object.ts';
import { phoneKind } from './phone.ts';
import { referenceKind } from './reference.ts';
import { richTextKind } from './richText.ts';
import { tagsKind } from './tags.ts';
import { textKind } from './text.ts';
import { urlKind } from './url.ts';

/** All field kinds. Each kind is defined in its own file; docs/guide/new-kind.md explains how to add one. */
export const kinds = {
  text: textKind,
  longText: longTextKind,
  localizedText: localizedTextKind,
  integer: integerKind,
  decimal: decimalKind,
  money: moneyKind,
  boolean: booleanKind,
  choice: choiceKind,
  dateTime: dateTimeKind,
  date: dateKind,
  mail: mailKind,
  phone: phoneKind,
  url: urlKind,
  richText: richTextKind,
  tags: tagsKind,
  json: jsonKind,
  file: fileKind,
  reference: referenceKind,
  object: objectKind,
  list: listKind,
} satisfies Record<KindName, Kind>;

export const kindNames = Object.keys(kinds) as readonly KindName[];

/** The names of the kinds that meet a condition. */
export const kindsThat = (has: (kind: Kind) => boolean): readonly KindName[] =>
  kindNames.filter((name) => has(kinds[name]));

/** True if lists can be sorted by the kind: by single values, and by localized texts in the reader's language. */
export const isSortable = (kind: KindName): boolean => kinds[kind].scalar || kinds[kind].localized;
