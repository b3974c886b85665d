/** What is moved aside before it is dropped: a column, or a join table, keeps its values under this name. */
const aside = 'gone_';

export const asideOf = (name: string): string => `${aside}${name}`;
export const isAside = (name: string): boolean => name.startsWith(aside);
