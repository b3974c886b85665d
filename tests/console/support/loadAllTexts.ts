/**
 * Loads the texts of both languages, since a test may switch between them without a reload. Imports on demand, because
 * a test may have reset the modules.
 */
export async function loadAllTexts(): Promise<void> {
  const [{ addTexts }, { addReactAdminTexts }, { en, reactAdmin: english }, { zh, reactAdmin: chinese }] =
    await Promise.all([
      import('../../../src/i18n/text.ts'),
      import('../../../src/i18n/reactAdminTexts.ts'),
      import('../../../src/i18n/en.ts'),
      import('../../../src/i18n/zh.ts'),
    ]);
  addTexts('en', en);
  addTexts('zh', zh);
  addReactAdminTexts('en', english);
  addReactAdminTexts('zh', chinese);
}
