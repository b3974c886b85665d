import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { registered } from '../../../scripts/newResource.ts';

/** Where a file of this folder goes in a tree that has the entities, and how it then reaches the rest. */
interface Move {
  readonly from: string;
  readonly to: string;
  readonly imports: readonly (readonly [from: string, to: string])[];
}

const declared = [['../../../contract/', '../']] as const;
const moves: readonly Move[] = [
  { from: 'siteSurvey.ts', to: 'contract/entities/siteSurvey.ts', imports: declared },
  { from: 'surveyFinding.ts', to: 'contract/entities/surveyFinding.ts', imports: declared },
  { from: 'surveyNote.ts', to: 'contract/entities/surveyNote.ts', imports: declared },
  {
    from: 'rules.ts',
    to: 'server/domain/siteSurvey.ts',
    imports: [
      ['../../../contract/', '../../contract/'],
      ['../../../server/domain/', './'],
      ['../../../server/', '../'],
      ['./siteSurvey.ts', '../../contract/entities/siteSurvey.ts'],
      ['./surveyFinding.ts', '../../contract/entities/surveyFinding.ts'],
    ],
  },
];

function change(path: string, work: (text: string) => string): void {
  writeFileSync(path, work(readFileSync(path, 'utf8')));
}

/** The invented entities, in the order of their migrations. */
export const surveyNames: readonly string[] = ['site_survey', 'survey_finding', 'survey_note'];

/** Declares the invented entities in a copy of the tree, as a developer would: their files and their lines. */
export function installSurvey(tree: string): void {
  for (const { from, to, imports } of moves) {
    const text = readFileSync(join(import.meta.dirname, from), 'utf8');
    const moved = imports.reduce((before, [is, shall]) => before.replaceAll(`from '${is}`, `from '${shall}`), text);
    writeFileSync(join(tree, to), moved);
  }
  change(join(tree, 'contract/index.ts'), (text) => surveyNames.reduce(registered, text));
  change(join(tree, 'server/domain/index.ts'), (text) =>
    `import { siteSurvey } from './siteSurvey.ts';\n${text}`.replace(
      '= {\n  user,',
      '= {\n  user,\n  site_survey: siteSurvey,',
    ),
  );
}
