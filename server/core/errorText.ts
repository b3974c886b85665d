/**
 * The beginning of a text about an error, as the database can store it: it may quote what another program answered.
 * @param most the number of code units
 */
export const errorText = (text: string, most: number): string =>
  text.slice(0, most).toWellFormed().replaceAll('\0', '\ufffd');
