/** All rows of a list that is answered in pages: each begins where the one before it ended. */
export async function readToEnd<Row>(
  pageLength: number,
  readPage: (last: Row | undefined) => Promise<readonly Row[]>,
): Promise<Row[]> {
  const all: Row[] = []
  let page: readonly Row[] = []
  do {
    // oxlint-disable-next-line no-await-in-loop -- where it begins is known after the one before it
    page = await readPage(all.at(-1))
    all.push(...page)
  } while (page.length === pageLength)
  return all
}
