/** Words that names and comments no longer use, each with its replacements. scripts/check-names.mjs looks for them. */
export const retiredWords = {
  told: 'published, audited, notified, returned, shown',
  untold: 'not published, not audited',
  said: 'text, valueText, stated, declared',
  unsaid: 'without text',
  saying: 'TextContext, text',
  stands: 'is, is at, is shown',
  stood: 'was, was at',
  kept: 'saved, stored, unchanged',
  held: 'locked, saved, checked',
  taken: 'applied, used, in use',
  carried: 'attached, passed on',
  carries: 'has, contains, passes on',
  behind: 'referenced, pending, after, through',
  story: 'timeline',
  aside: 'retired, separate',
  heed: 'follow, check',
  doom: 'mark for deletion',
  doomed: 'marked for deletion',
};

/**
 * Identifiers that contain a retired word and cannot be renamed, because databases, clients or translations use them;
 * each with the reason. scripts/check-names.mjs accepts them as whole identifiers.
 */
export const storedNames = {
  held: 'column of job',
  told_at: 'column of usage_record and field of the API',
  doomed: 'column of stored_file',
  json_kept: 'message key',
  taken: 'message key',
  restore_taken: 'message key',
  product_not_held: 'message key',
  oauth_taken: 'message key',
};

/** Phrases that a newcomer does not understand, each with its replacements. */
export const retiredPhrases = {
  'by hand': 'hand-written, manually, custom',
  'in a second': 'per second',
  'so many': 'a number of, the limit',
  'at hand': 'available, given',
  'goes along': 'is included',
};
