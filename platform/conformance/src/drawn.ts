/** Cases of the originals' own tests, drawn by a seed from the lists in `draws/` (docs/spec/wire.md §6). */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const SEED = 'cortexia 2026-11-28'

export interface DrawnCase<World> {
  /** `key.ordinal` of the list. */
  readonly from: string
  /** Why we answer otherwise; then the case asserts what we answer. */
  readonly differs?: string
  readonly run: (world: World) => Promise<void>
}

const orderOf = (id: string) => createHash('sha256').update(`${SEED} ${id}`).digest('hex')

function listed(name: string): Map<string, string> {
  const text = readFileSync(new URL(`../draws/${name}.txt`, import.meta.url), 'utf8')
  const lines = text.split('\n').map((line) => /^([A-Z]\.\d+) (.*)$/.exec(line))
  return new Map(lines.filter((line) => line !== null).map(([, id = '', title = '']) => [id, title]))
}

/** One test for each case, and one that says that they are what the seed draws: none is left out, none is chosen. */
export function playDrawn<World>(
  { name, count }: { readonly name: string; readonly count: number },
  cases: readonly DrawnCase<World>[],
  world: () => World,
): void {
  const titles = listed(name)
  test(`${count} of ${titles.size} cases of ${name} are those that the seed draws`, () => {
    const drawn = [...titles.keys()].sort((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)).slice(0, count)
    expect(cases.map(({ from }) => from).sort()).toEqual(drawn.sort())
  })
  test.each(cases.map((each) => ({ ...each, title: titles.get(each.from) })))('$from $title', async ({ run }) => {
    expect.hasAssertions()
    await run(world())
  })
}
