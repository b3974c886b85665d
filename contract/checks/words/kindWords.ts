import type { KindName } from '../../schema/field/field.ts';
import type {
  BooleanOptions,
  ChoiceMigration,
  ChoiceOptions,
  DecimalOptions,
  FieldMigration,
  FieldOptions,
  FileOptions,
  IntegerOptions,
  LimitMigration,
  ListOptions,
  LocalizedTextOptions,
  MoneyOptions,
  NumberOptions,
  PlainTextOptions,
  ReferenceOptions,
  TagsOptions,
  TextOptions,
  TimeOptions,
} from '../../schema/field/options.ts';

/** The properties of a type. A missing or an unknown one is a compile error. */
const wordsOf = <Type>(words: { readonly [word in keyof Required<Type>]: true }): readonly string[] =>
  Object.keys(words);

const yes = true;

const fieldWords = wordsOf<FieldOptions>({
  label: yes,
  migrate: yes,
  required: yes,
  unique: yes,
  default: yes,
  hint: yes,
  readOnly: yes,
  createOnly: yes,
  readOnlyWhen: yes,
  readOnlyBecause: yes,
  read: yes,
  write: yes,
  readPath: yes,
  writePath: yes,
  computed: yes,
  encrypted: yes,
  hidden: yes,
  detailOnly: yes,
  inputOnly: yes,
  secret: yes,
  fixedFor: yes,
  shownWhen: yes,
  environment: yes,
});

/** The properties of `migrate`, each as a path. */
const migrationWords = <Type>(words: { readonly [word in keyof Required<Type>]: true }): readonly string[] =>
  Object.keys(words).map((word) => `migrate.${word}`);

const fieldMigration = migrationWords<FieldMigration>({ renamedFrom: yes, backfill: yes });
const limitMigration = migrationWords<Omit<LimitMigration, keyof FieldMigration>>({ narrowed: yes });
const choiceMigration = migrationWords<Omit<ChoiceMigration, keyof FieldMigration>>({ choices: yes });

/** The options of a kind besides those of every field. */
type More<Options> = Omit<Options, keyof FieldOptions>;
const texts = [...limitMigration, ...wordsOf<More<TextOptions>>({ min: yes, max: yes, matches: yes })];
const numbers = [
  ...limitMigration,
  ...wordsOf<More<NumberOptions>>({ min: yes, max: yes, step: yes, unitOf: yes, unit: yes, tones: yes }),
  'formula',
  'rollup',
];

const times = wordsOf<More<TimeOptions>>({ earliest: yes, latest: yes, tones: yes });

const kindWords: Readonly<Record<KindName, readonly string[]>> = {
  text: [
    ...limitMigration,
    ...wordsOf<More<PlainTextOptions>>({
      min: yes,
      max: yes,
      matches: yes,
      exact: yes,
      key: yes,
      code: yes,
      names: yes,
    }),
    'serial',
    'gapless',
  ],
  longText: texts,
  localizedText: [
    'fields',
    ...wordsOf<More<LocalizedTextOptions>>({ min: yes, max: yes, matches: yes, bothLanguages: yes }),
  ],
  mail: texts,
  phone: texts,
  url: texts,
  richText: texts,
  tags: wordsOf<More<TagsOptions>>({ max: yes }),
  json: [],
  file: wordsOf<More<FileOptions>>({ maxMb: yes, maxPixels: yes, types: yes }),
  integer: [...numbers, ...wordsOf<Omit<IntegerOptions, keyof NumberOptions>>({ plain: yes })],
  decimal: [
    'formula',
    'rollup',
    ...limitMigration,
    ...wordsOf<More<DecimalOptions>>({
      min: yes,
      max: yes,
      step: yes,
      unitOf: yes,
      unit: yes,
      tones: yes,
      precision: yes,
      scale: yes,
    }),
  ],
  money: [
    'formula',
    'rollup',
    ...limitMigration,
    ...wordsOf<More<MoneyOptions>>({ min: yes, max: yes, tones: yes, currency: yes }),
  ],
  boolean: ['formula', ...wordsOf<More<BooleanOptions>>({ tone: yes, words: yes })],
  dateTime: times,
  date: times,
  choice: ['choices', ...choiceMigration, ...wordsOf<More<ChoiceOptions>>({ as: yes, otherwise: yes })],
  reference: [
    'to',
    ...wordsOf<More<ReferenceOptions>>({ as: yes, embed: yes, alsoAs: yes, onDelete: yes, where: yes, shares: yes }),
  ],
  object: ['fields'],
  list: ['items', ...wordsOf<More<ListOptions>>({ max: yes, joined: yes, as: yes, embed: yes, onDelete: yes })],
};

export const kindNames = Object.keys(kindWords) as KindName[];

/** All properties that a field of this kind may have. */
export const wordsOfKind = (kind: KindName): readonly string[] => [
  'kind',
  ...fieldWords,
  ...fieldMigration,
  ...kindWords[kind],
];
