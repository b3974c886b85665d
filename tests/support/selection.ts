import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testScale } from './scale.ts';

/**
 * Files that only `npm run test:all` runs, by folder. They are slow, and other files test what most changes affect: the
 * access matrix, the model, the main flows, concurrency, and the main flow in a browser.
 */
const onlyInAll: Readonly<Record<string, readonly string[]>> = {
  server: [
    'apiDocument',
    'behind',
    'bounded',
    'bucket',
    'bulkWrite',
    'client',
    'dashboard',
    'deadline',
    'demoTimes',
    'export',
    'failback',
    'fields',
    'filters',
    'find',
    'guessing',
    'heap',
    'hostile',
    'indexes',
    'kinds',
    'longTexts',
    'mailOnce',
    'ownConnections',
    'pickers',
    'processes',
    'profile',
    'proxies',
    'queue',
    'quiet',
    'readBack',
    'refusedStart',
    'relays',
    'replica',
    'restore',
    'rotation',
    'seal',
    'settingRecords',
    'sorting',
    'statements',
    'stop',
    'texts',
    'usedAbove',
    'db/boundaries',
    'db/lock',
    'db/pooler',
    'db/prepared',
  ],
  invented: [
    'assetDesk',
    'attachments',
    'bounds',
    'childLimits',
    'comparedFields',
    'computedNumbers',
    'files',
    'filledIn',
    'importedPeriods',
    'localizedTexts',
    'otherRecords',
    'priceDesk',
    'reminders',
    'rollups',
    'seats',
    'serialImports',
    'tagSearch',
    'trainingDesk',
  ],
  console: [
    'charts',
    'endings',
    'errors',
    'forms',
    'kindTrips',
    'licenceDetail',
    'listTools',
    'lists',
    'live',
    'orderDialogs',
    'outlines',
    'records',
    'rows',
    'usedAbove',
    'userForm',
  ],
  browser: [
    'back',
    'clicks',
    'columns',
    'dialogs',
    'drafts',
    'filters',
    'header',
    'imports',
    'inputMethod',
    'nearView',
    'offline',
    'queue',
    'roleVariants',
    'seats',
    'tables',
    'tabs',
  ],
};

/** Files that `npm run test:fast` skips too, by folder: they wait, or send many requests. */
const slow: Readonly<Record<string, readonly string[]>> = {
  contract: ['kit'],
  server: [
    'clock',
    'concurrency',
    'dailyMail',
    'events',
    'fold',
    'importTurns',
    'issueFailures',
    'mail',
    'mailSetting',
    'once',
    'renewal',
    'sending',
    'webhookGateway',
    'webhooks',
    'matrix/tokenScopes',
  ],
};

/**
 * Files that only `npm run prove` and `npm run test:all` run, and a run that names them, by folder: they are slow, and
 * what they test changes seldom. Who changes it runs them. CI leaves them out, because it has an hour and a half.
 */
const notInCi: Readonly<Record<string, readonly string[]>> = {
  server: [
    'activations',
    'brand',
    'dingtalk',
    'endReminders',
    'kitActivation',
    'kitGuide',
    'noticeChoices',
    'passwordRule',
    'relayGuide',
    'verifyLicence',
    'webhookGuide',
  ],
  invented: ['conditionalRollups', 'constraintMigrations', 'gaplessNumbers', 'yearlyNumbers'],
  browser: [
    'activations',
    'apiReference',
    'applicationLink',
    'brand',
    'customScreens',
    'demoAccounts',
    'directories',
    'displays',
    'firstPaint',
    'kit',
    'messages',
    'passkeys',
    'passwords',
    'plainHttp',
    'print',
    'profile',
    'secondFactor',
    'serviceTokens',
    'sessions',
    'settings',
    'setup',
    'signInProviders',
    'translated',
    'webhooks',
    'zones',
  ],
  console: [
    'allocation',
    'formats',
    'identity',
    'licenceMail',
    'orderChoices',
    'palette',
    'password',
    'quantities',
    'queue',
    'silence',
    'timeline',
  ],
  operations: ['reads', 'restoreFailures', 'watchDeclarations'],
  walks: ['manyEntities', 'newKind'],
};

const ending = /\.test\.tsx?$/;

/** The test file of this name in a folder of tests/. */
const fileNamed = (folder: string, name: string): string | undefined =>
  [`${name}.test.ts`, `${name}.test.tsx`].map((file) => join('tests', folder, file)).find(existsSync);

// Without this check, a renamed file would silently run in the short versions again.
for (const [folder, names] of [onlyInAll, slow, notInCi].flatMap((list) => Object.entries(list)))
  for (const name of names)
    if (!fileNamed(folder, name))
      throw new Error(`tests/support/selection.ts names tests/${folder}/${name}, and there is no such test file`);

/** True if `npm test` runs less of the file than `npm run test:all`. */
const isShortened = (file: string) => /\b(forAnyEngine|brief|shared)\(/.test(readFileSync(file, 'utf8'));

for (const [folder, names] of Object.entries(onlyInAll))
  for (const name of names) {
    const file = fileNamed(folder, name);
    if (file && /\b(forAnyEngine|shared)\(/.test(readFileSync(file, 'utf8')))
      throw new Error(`${file} shares its variants between npm test and the rest, and npm test does not run it`);
  }

/** The test files in a folder of tests/ that run at the present scale. */
export function testFiles(folder: string): string[] {
  const root = join('tests', folder);
  const all = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => ending.test(file));
  const isIn = (list: typeof slow, file: string) => list[folder]?.includes(file.replace(ending, '')) ?? false;
  const isChosen = (file: string): boolean => {
    if (testScale !== 'all' && testScale !== 'long' && isIn(notInCi, file)) return false;
    if (testScale === 'fast') return !isIn(onlyInAll, file) && !isIn(slow, file);
    if (testScale === 'short') return !isIn(onlyInAll, file);
    if (testScale === 'rest') return isIn(onlyInAll, file) || isShortened(join(root, file));
    return true;
  };
  return all.filter(isChosen).map((file) => join(root, file));
}
