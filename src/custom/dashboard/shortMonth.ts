/**
 * The label of a month below its bar: its number, and in January the year below it.
 * @param month as `2026-01`
 */
export const shortMonth = (month: string): string => {
  const [year, number = month] = month.split('-');
  return number === '01' ? `${number}\n${year}` : number;
};
