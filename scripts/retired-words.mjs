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

/** Phrases that a newcomer does not understand, each with its replacements. */
export const retiredPhrases = {
  'by hand': 'hand-written, manually, custom',
  'in a second': 'per second',
  'so many': 'a number of, the limit',
  'at hand': 'available, given',
  'goes along': 'is included',
};
