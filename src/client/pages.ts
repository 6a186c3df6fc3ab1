/** A list: `for await` reads all of it, `await` only the page that the query asks for. */
export interface Pages<Item, Page> extends AsyncIterable<Item>, PromiseLike<Page> {}

/**
 * Reads a list page by page, as far as it is consumed.
 * @param fetchPage fetches the page after a cursor, or the first page
 * @param read returns the items of a page, and the cursor of the next page; null if it is the last
 */
export function listPages<Item, Page>(
  fetchPage: (cursor: string | undefined) => Promise<Page>,
  read: (page: Page) => { readonly items: readonly Item[]; readonly next: string | null },
): Pages<Item, Page> {
  return {
    // biome-ignore lint/suspicious/noThenProperty: awaiting a list returns its first page
    then: (onPage, onError) => fetchPage(undefined).then(onPage, onError),
    async *[Symbol.asyncIterator]() {
      let cursor: string | undefined
      do {
        const { items, next } = read(await fetchPage(cursor))
        yield* items
        cursor = next ?? undefined
      } while (cursor !== undefined)
    },
  }
}
