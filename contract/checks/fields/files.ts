import { fileItem, mostMegabytes, mostPixels } from '../../kinds/fileField.ts';
import { titleColumn } from '../../relations/title.ts';
import type { Entity } from '../../schema/entity.ts';
import type { Field } from '../../schema/field/field.ts';
import { fileTypeNames, isFileType, isMeasured, measuredTypes } from '../../schema/field/fileType.ts';
import { type Check, mistake, repeated } from '../support/mistake.ts';
import { suggestion } from '../support/suggest.ts';
import { everyField } from '../support/walkFields.ts';

/** Options that have no meaning for files, or would show a file to users who may not see its record. */
const meaninglessOptions = [
  'unique',
  'readPath',
  'writePath',
  'computed',
  'encrypted',
  'hidden',
  'inputOnly',
  'secret',
  'fixedFor',
] as const satisfies readonly (keyof Field)[];

/** Checks the limit of a picture's width and height. */
function checkPixels(maxPixels: Field['maxPixels'], types: Field['types'] = fileTypeNames): string[] {
  if (maxPixels === undefined) return [];
  const isNumber = Number.isInteger(maxPixels) && maxPixels >= 1 && maxPixels <= mostPixels;
  const others = types.filter((type) => isFileType(type) && !isMeasured(type));
  return [
    ...(isNumber ? [] : [`has the maxPixels ${maxPixels}; write a whole number from 1 to ${mostPixels}`]),
    ...(others.length === 0
      ? []
      : [`has maxPixels, which nobody can check for ${others.join(', ')}; take only ${measuredTypes.join(', ')}`]),
  ];
}

function checkFileLimits(entity: Entity, place: string, { maxMb, maxPixels, types }: Field): string[] {
  const has = (what: string) => mistake(entity, place, what);
  const isSize = maxMb === undefined || (maxMb > 0 && maxMb <= mostMegabytes);
  return [
    ...(isSize ? [] : [has(`has the maxMb ${maxMb}; write a number above 0, up to ${mostMegabytes}`)]),
    ...checkPixels(maxPixels, types).map(has),
    ...(types?.length === 0 ? [has('takes no type of file; name one in "types", or leave it out')] : []),
    ...(types ?? [])
      .filter((type) => !isFileType(type))
      .map((type) => has(`takes "${type}", which is not told by its content; ${suggestion(type, fileTypeNames)}`)),
    ...repeated(types ?? []).map((type) => has(`takes "${type}" twice; leave one out`)),
  ];
}

const checkFileOptions = (entity: Entity, name: string, field: Field): string[] =>
  meaninglessOptions
    .filter((word) => field[word])
    .map((word) => mistake(entity, name, `holds files, which "${word}" means nothing of; leave it out`));

/** An import file cannot contain files, so an import could not fill a required one. */
const checkImportable = (entity: Entity, name: string, field: Field): string[] =>
  entity.import && field.required
    ? [mistake(entity, 'import', `cannot fill "${name}", a file that is required; leave out "required" or "import"`)]
    : [];

/** Checks file fields: only direct fields of the record, with types that are detected by content and valid sizes. */
export const checkFiles: Check = ({ entity }) => {
  const own = Object.entries(entity.fields).filter(([, field]) => fileItem(field));
  const items = new Set(own.map(([, field]) => fileItem(field)));
  return [
    ...own.flatMap(([name, field]) => [
      ...checkFileOptions(entity, name, field),
      ...checkImportable(entity, name, field),
    ]),
    ...(own.some(([name]) => name === titleColumn(entity)) ? [mistake(entity, 'title', 'is a file; name a text')] : []),
    ...everyField(entity)
      .filter(([, { kind }]) => kind === 'file')
      .flatMap(([place, field]) => [
        ...checkFileLimits(entity, place, field),
        ...(items.has(field)
          ? []
          : [mistake(entity, place, 'is a file, which holds for fields of the record alone; make it one')]),
      ]),
  ];
};
