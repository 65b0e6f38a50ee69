/** Cases of the originals' own tests, drawn by a seed from the lists in `draws/` (docs/spec/wire.md §6). */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const drawsFile = (name: string) => readFileSync(new URL(`../draws/${name}.txt`, import.meta.url), 'utf8')

/** One for each draw: the second draws from what the first left. */
const SEEDS = drawsFile('seeds').trimEnd().split('\n')

export interface DrawnCase<World> {
  /** `key.ordinal` of the list. */
  readonly from: string
  /** Why we answer otherwise; then the case asserts what we answer. */
  readonly differs?: string
  readonly run: (world: World) => Promise<void>
}

const orderOf = (seed: string, id: string) => createHash('sha256').update(`${seed} ${id}`).digest('hex')

function draw(ids: readonly string[], counts: readonly number[]): string[] {
  const drawn: string[] = []
  for (const [turn, count] of counts.entries()) {
    const seed = SEEDS[turn] ?? ''
    const left = ids.filter((id) => !drawn.includes(id))
    drawn.push(...left.sort((one, other) => (orderOf(seed, one) < orderOf(seed, other) ? -1 : 1)).slice(0, count))
  }
  return drawn
}

function listed(name: string): Map<string, string> {
  const lines = drawsFile(name)
    .split('\n')
    .map((line) => /^([A-Z]\.\d+) (.*)$/.exec(line))
  return new Map(lines.filter((line) => line !== null).map(([, id = '', title = '']) => [id, title]))
}

/** One test for each case, and one that says that they are what the seed draws: none is left out, none is chosen. */
export function playDrawn<World>(
  { name, counts }: { readonly name: string; readonly counts: readonly number[] },
  cases: readonly DrawnCase<World>[],
  world: () => World,
): void {
  const titles = listed(name)
  test(`${counts.filter((count) => count > 0).join(' and ')} of ${titles.size} cases of ${name} are those that the seeds draw`, () => {
    expect(cases.map(({ from }) => from).sort()).toEqual(draw([...titles.keys()], counts).sort())
  })
  test.each(cases.map((each) => ({ ...each, title: titles.get(each.from) })))('$from $title', async ({ run }) => {
    expect.hasAssertions()
    await run(world())
  })
}
