/**
 * Writes full-width letters, digits and signs in half width, as in `１２３`. Other signs that mean digits, such as `²`, stay, so
 * that no footnote becomes part of a number.
 */
export const halfWidth = (text: string): string =>
  text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0)).replace(/\u3000/g, ' ');
