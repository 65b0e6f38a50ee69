/** Patterns computed from an id: the same person always gets the same cloth. */

export interface Cloth {
  ground: string
  thread: string
  spark: string
}

export const palettes: readonly Cloth[] = [
  { ground: '#8f1f43', thread: '#f0b03c', spark: '#f3ebdd' },
  { ground: '#27348b', thread: '#f3ebdd', spark: '#f56e3b' },
  { ground: '#0f5c54', thread: '#f0b03c', spark: '#f3ebdd' },
  { ground: '#3a2450', thread: '#e2a23a', spark: '#f56e3b' },
  { ground: '#e2a23a', thread: '#1d2a6c', spark: '#b8432a' },
  { ground: '#f3ebdd', thread: '#b8432a', spark: '#1d2a6c' },
  { ground: '#1d2a6c', thread: '#f0b03c', spark: '#f3ebdd' },
  { ground: '#b8432a', thread: '#f3ebdd', spark: '#1d2a6c' },
]

export interface Cell {
  column: number
  row: number
  color: string
}

/** Three by three, mirrored along the diagonal so that it stands upright once turned on its point. */
export function avatarCells(seed: string): { cloth: Cloth; cells: Cell[] } {
  const draw = drawFrom(seed)
  const cloth = pick(palettes, draw())
  const cells: Cell[] = []
  for (let row = 0; row < 3; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      const drawn = draw()
      const onAxis = row === column
      // The centre is always filled: an empty losange would read as nothing.
      if (drawn < 0.3 && !(row === 1 && onAxis)) continue
      const color = drawn > 0.74 ? cloth.spark : cloth.thread
      cells.push({ column, row, color })
      if (!onAxis) cells.push({ column: row, row: column, color })
    }
  }
  return { cloth, cells }
}

export function pick<Item>(items: readonly Item[], drawn: number): Item {
  return items[Math.min(items.length - 1, Math.floor(drawn * items.length))] as Item
}

/** Numbers in [0, 1) that depend on the seed alone: FNV-1a, then one xorshift per draw. */
export function drawFrom(seed: string): () => number {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at += 1) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  state ||= 1
  const draw = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 0x1_0000_0000
  }
  // The first draws of neighbouring seeds are alike.
  draw()
  draw()
  return draw
}
