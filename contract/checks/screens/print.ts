import { checkLabel } from '../fields/fields.ts';
import { type Check, mistake, repeated } from '../support/mistake.ts';
import { checkRelated, checkShownFields } from './detail.ts';

/** Checks that the sections of a record on paper have something to show, and that all words are in both languages. */
export const checkPrint: Check = (context) => {
  const { entity } = context;
  const { print } = entity;
  if (!print) return [];
  const { title, sections = [], signatures = [] } = print;
  const lists = sections.flatMap(({ list }) => (list === undefined ? [] : [list]));
  const isNothing = title === undefined && sections.length === 0 && signatures.length === 0;
  return [
    ...(isNothing
      ? [mistake(entity, 'print', 'changes nothing; write "sections" or "signatures", or leave it out')]
      : []),
    ...(title === undefined ? [] : checkLabel(entity, 'print', title, 'title')),
    ...sections.flatMap(({ label, fields = [], list }, at) => {
      const place = `print.sections[${at}]`;
      const isEmpty = fields.length === 0 && list === undefined;
      return [
        ...(isEmpty ? [mistake(entity, place, 'shows nothing; write "fields" or "list"')] : []),
        ...(label === undefined ? [] : checkLabel(entity, place, label)),
        ...checkShownFields(context, place, fields),
        ...repeated(fields).map((name) => mistake(entity, place, `names "${name}" twice; leave one out`)),
        ...(list === undefined ? [] : checkRelated(context, place, [list])),
      ];
    }),
    ...repeated(lists).map((name) => mistake(entity, 'print.sections', `names "${name}" twice; leave one out`)),
    ...signatures.flatMap((label) => checkLabel(entity, 'print.signatures', label)),
  ];
};
