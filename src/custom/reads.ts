import { productText } from '../resources/format.ts';

/** How a record reads where it is chosen or referred to, in place of its title; apart, since inputs drawn by hand need it. */
export const ownReads: Readonly<
  Record<string, (record: Readonly<Record<string, unknown>>) => string | null | undefined>
> = {
  product: productText,
  user: ({ nick_name, name }) => (nick_name ?? name) as string | null | undefined,
};
