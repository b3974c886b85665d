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
import { tones } from '../../schema/field/options.ts';
import { condition, copies, flag, label, names, number, pairs, type Shape, sentence, text, value } from './shapes.ts';

type WordShapes = Readonly<Record<string, Shape>>;

/** The properties of a type, each with what it must be. A missing or an unknown one is a compile error. */
const wordsOf = <Type>(words: { readonly [word in keyof Required<Type>]: Shape }): WordShapes => words;

const fieldWords = wordsOf<FieldOptions>({
  label,
  migrate: pairs,
  required: flag,
  unique: { is: (one) => typeof one === 'boolean' || one === 'ever', cure: "write true or 'ever'" },
  default: value,
  hint: label,
  readOnly: flag,
  createOnly: flag,
  readOnlyWhen: condition,
  readOnlyBecause: sentence,
  read: names,
  write: names,
  readPath: text,
  writePath: text,
  computed: flag,
  encrypted: flag,
  hidden: flag,
  detailOnly: flag,
  inputOnly: flag,
  secret: flag,
  fixedFor: names,
  shownWhen: condition,
  environment: text,
});

/** The properties of `migrate`, each as a path. */
const migrationWords = <Type>(words: { readonly [word in keyof Required<Type>]: Shape }): WordShapes =>
  Object.fromEntries(Object.entries<Shape>(words).map(([word, shape]) => [`migrate.${word}`, shape]));

const fieldMigration = migrationWords<FieldMigration>({ renamedFrom: text, backfill: value });
const limitMigration = migrationWords<Omit<LimitMigration, keyof FieldMigration>>({ narrowed: value });
const choiceMigration = migrationWords<Omit<ChoiceMigration, keyof FieldMigration>>({ choices: pairs });

/** The options of a kind besides those of every field. */
type More<Options> = Omit<Options, keyof FieldOptions>;

/** Words that a function for fields writes. */
const written = (...words: readonly string[]): WordShapes => Object.fromEntries(words.map((word) => [word, value]));

const patterns = ['letters', 'capitals', 'loginName', 'tag'];
const bounds = { min: value, max: value };
const texts = { ...limitMigration, ...wordsOf<More<TextOptions>>({ ...bounds, matches: patterns }) };
const numbers = {
  ...written('formula', 'rollup'),
  ...limitMigration,
  ...wordsOf<More<NumberOptions>>({ ...bounds, step: number, unitOf: text, unit: label, tones: pairs }),
};

const times = wordsOf<More<TimeOptions>>({ earliest: value, latest: value, tones: pairs });
const onDelete = ['restrict', 'allow'];

const kindWords: Readonly<Record<KindName, WordShapes>> = {
  text: {
    ...written('serial'),
    ...limitMigration,
    ...wordsOf<More<PlainTextOptions>>({
      ...bounds,
      matches: patterns,
      exact: flag,
      key: flag,
      code: flag,
      names: ['entity', 'action', 'interval'],
    }),
    gapless: flag,
  },
  longText: texts,
  localizedText: {
    ...written('fields'),
    ...wordsOf<More<LocalizedTextOptions>>({ ...bounds, matches: patterns, bothLanguages: flag }),
  },
  mail: texts,
  phone: texts,
  url: texts,
  richText: texts,
  tags: wordsOf<More<TagsOptions>>({ max: value }),
  json: {},
  file: wordsOf<More<FileOptions>>({ maxMb: number, maxPixels: number, types: names }),
  integer: { ...numbers, ...wordsOf<Omit<IntegerOptions, keyof NumberOptions>>({ plain: flag }) },
  decimal: { ...numbers, ...wordsOf<Omit<DecimalOptions, keyof NumberOptions>>({ precision: value, scale: value }) },
  money: {
    ...written('formula', 'rollup'),
    ...limitMigration,
    ...wordsOf<More<MoneyOptions>>({ ...bounds, tones: pairs, currency: text }),
  },
  boolean: { ...written('formula'), ...wordsOf<More<BooleanOptions>>({ tone: tones, words: pairs }) },
  dateTime: times,
  date: times,
  choice: {
    ...written('choices'),
    ...choiceMigration,
    ...wordsOf<More<ChoiceOptions>>({ as: text, otherwise: sentence }),
  },
  reference: {
    ...written('to'),
    ...wordsOf<More<ReferenceOptions>>({
      as: text,
      embed: names,
      alsoAs: pairs,
      onDelete,
      where: condition,
      shares: copies,
    }),
  },
  object: written('fields'),
  list: {
    ...written('items'),
    ...wordsOf<More<ListOptions>>({ max: value, joined: flag, as: text, embed: names, onDelete }),
  },
};

export const kindNames = Object.keys(kindWords) as KindName[];

/** What each property of a field of this kind must be, those of `migrate` as paths. */
export const shapesOfKind = (kind: KindName): WordShapes => ({
  kind: value,
  ...fieldWords,
  ...fieldMigration,
  ...kindWords[kind],
});

/** All properties that a field of this kind may have. */
export const wordsOfKind = (kind: KindName): readonly string[] => Object.keys(shapesOfKind(kind));
