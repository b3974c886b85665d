/**
 * The data that the server writes into the page (server/http/console.ts), so that the first drawing needs no request.
 * @param id of its block
 * @returns `otherwise` for a page without the block, or whose block cannot be read
 */
export function pageData<Data>(id: string, otherwise: Data): Data {
  try {
    return JSON.parse(document.getElementById(id)?.textContent ?? 'null') ?? otherwise;
  } catch {
    return otherwise;
  }
}
