import { kindsThat } from '../../kinds/index.ts';
import { summedKinds } from '../../lists/totals.ts';
import type { Entity } from '../../schema/entity.ts';
import { type SummaryDeclaration, summaryTable } from '../../schema/list/summaryTable.ts';
import { type Check, mistake, repeated, storedField } from '../support/mistake.ts';

const place = 'list.summaries';

/** Kinds that a summary can be grouped by. */
const summarizedKinds = kindsThat(({ list }) => list.summarized);

/** Groups need a stored value that many records share. */
function checkBy(entity: Entity, { by }: SummaryDeclaration): string[] {
  const what = (name: string): string[] => {
    const field = storedField(entity, name);
    if (!field) return [`goes by "${name}", which is no stored field; name one`];
    if (field.unique) return [`goes by "${name}", which each record has to itself; leave it out`];
    if (field.encrypted) return [`goes by "${name}", which is encrypted; leave it out`];
    return summarizedKinds.includes(field.kind)
      ? []
      : [`goes by "${name}", of the kind ${field.kind}; write fields of the kinds ${summarizedKinds.join(', ')}`];
  };
  return by.length > 0 ? by.flatMap(what) : ['goes by nothing; name the fields that the list is narrowed by'];
}

/** A summed field must never be empty, so that every sum is a number. */
function checkSums(entity: Entity, { by, sums = [] }: SummaryDeclaration): string[] {
  return sums.flatMap((name) => {
    const field = storedField(entity, name);
    if (!field || !summedKinds.includes(field.kind))
      return [`sums "${name}"; name a stored field of the kinds ${summedKinds.join(', ')}`];
    if (by.includes(name)) return [`goes by "${name}" and sums it; leave one out`];
    const isFilled = field.required || (field.default !== undefined && field.default !== null);
    return isFilled ? [] : [`sums "${name}", which may be empty; give it a default`];
  });
}

/** Checks the summaries of a list. */
export const checkSummaries: Check = ({ entity }) => {
  const { summaries = [] } = entity.list;
  const isLost = summaries.length > 0 && entity.without?.includes('list');
  const names = summaries.flatMap(({ by, sums = [] }) => [...repeated(by), ...repeated(sums)]);
  const tables = repeated(summaries.map((summary) => summaryTable(entity, summary)));
  return [
    ...summaries.flatMap((summary) => [...checkBy(entity, summary), ...checkSums(entity, summary)]),
    ...names.map((name) => `names "${name}" twice; leave one out`),
    ...tables.map(() => 'has two of the same fields; leave one out'),
    ...(isLost ? ['are of a list, and "without" leaves it out; leave out one'] : []),
  ].map((what) => mistake(entity, place, what));
};
