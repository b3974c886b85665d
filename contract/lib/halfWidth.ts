/**
 * Replaces full-width letters, digits and signs by their usual forms: `１２３` becomes `123`. A `²` stays as it is; otherwise
 * `5²` would be read as 52.
 */
export const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, ' ');
