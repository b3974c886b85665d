import type { Label, Language } from '../messages/label.ts';
import type { StoredFile } from '../schema/field/field.ts';

/** What a console looks like in a language; what is undefined is as the product has it. */
export interface Brand {
  readonly colour?: string | undefined;
  readonly logo?: string | undefined;
}

/** The address of a logo. It has the hash of the content, so that an answer may be cached for ever. */
export const logoAddress = ({ sha256 }: Pick<StoredFile, 'sha256'>): string => `/v1/setting/product/logo/${sha256}`;

/** A value for each language, where a missing one is that of the other language. */
export const withFallback = <Value>({
  en,
  zh,
}: Readonly<Record<keyof Label, Value | null | undefined>>): Readonly<Record<Language, Value | undefined>> => ({
  en: en ?? zh ?? undefined,
  zh: zh ?? en ?? undefined,
});
