import { roles, tables } from '../model.ts'
import type { Form, Read, Style } from '../request.ts'
import type { World } from '../world.ts'
/** Reads at random. */
import type { Dice } from './dice.ts'
import { someLevel } from './levels.ts'

const busy = ['books', 'authors', 'publishers', 'reviews', 'sections', 'select', 'genres', 'printed_books', 'stock']
const roots = [...busy, ...busy, ...tables.keys()]
const oddForms: readonly Form[] = ['stripped-array', 'object', 'stripped-object']
const ranges = [
  [0, 1],
  [1, 2],
  [2, null],
  [0, 0],
  [3, 1],
  [1, 90],
] as const

export const someStyle = (dice: Dice): Style => ({ quotesNames: dice.chance(30), quotesValues: dice.chance(30) })

export function someRead(dice: Dice, world: World): Read {
  const table = tables.get(dice.pick(roots))!
  const bounds = { world, depth: 3, isFlat: false, allowsTotals: true, allowsInner: true, isWritten: false }
  const level = someLevel(dice, table, bounds)
  const method = dice.chance(10) ? 'HEAD' : 'GET'
  const isRanged = method === 'GET' && level.order.length > 0 && dice.chance(15)
  return {
    method,
    role: dice.pick(roles),
    level,
    counts: dice.chance(40),
    form: dice.chance(25) ? dice.pick(oddForms) : 'array',
    range: isRanged ? dice.pick(ranges) : null,
    style: someStyle(dice),
  }
}
