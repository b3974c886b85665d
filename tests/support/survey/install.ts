import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addToRegistry } from '../../../scripts/newResource.ts';

/** Where a file goes in a tree that has the entities, and how it then reaches the rest. */
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

const surveyNames = ['site_survey', 'survey_finding', 'survey_note'];

function put(tree: string, { from, to, imports }: Move): void {
  const text = readFileSync(join(import.meta.dirname, from), 'utf8');
  const moved = imports.reduce((before, [is, shall]) => before.replaceAll(`from '${is}`, `from '${shall}`), text);
  writeFileSync(join(tree, to), moved);
}

const register = (tree: string, names: readonly string[]): void =>
  change(join(tree, 'contract/index.ts'), (text) => names.reduce(addToRegistry, text));

const deskNames = ['ticket', 'ticket_comment', 'ticket_team'];

/** Declares the ticket desk in a copy of the tree: its files, and nothing else but their lines in the registry. */
export function installTicketDesk(tree: string): void {
  for (const file of ['ticket.ts', 'ticketComment.ts', 'ticketTeam.ts'])
    put(tree, { from: `../ticketDesk/${file}`, to: `contract/entities/${file}`, imports: declared });
  register(tree, deskNames);
}

/** Declares a quote and its lines in a copy of the tree. */
export function installQuoteDesk(tree: string): void {
  for (const file of ['quote.ts', 'quoteLine.ts'])
    put(tree, { from: `../quoteDesk/${file}`, to: `contract/entities/${file}`, imports: declared });
  register(tree, ['quote', 'quote_line']);
}

/** Gives the rules of the survey their line in the list of all rules. */
const registerRules = (tree: string): void =>
  change(join(tree, 'server/domain/index.ts'), (text) =>
    text
      .replace('import { project }', "import { siteSurvey } from './siteSurvey.ts';\nimport { project }")
      .replace('\n  session,', '\n  site_survey: siteSurvey,\n  session,'),
  );

/** Declares the invented entities in a copy of the tree, as a developer would: their files and their lines. */
export function installSurvey(tree: string): void {
  for (const move of moves) put(tree, move);
  register(tree, surveyNames);
  registerRules(tree);
}
