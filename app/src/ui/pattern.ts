/** Patterns computed from an id: the same person always gets the same cloth. */

export interface Cloth {
  ground: string
  thread: string
  spark: string
}

const palettes: readonly Cloth[] = [
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

type Motif = 'losanges' | 'checks' | 'zigzag' | 'teeth' | 'lines'

export interface Band {
  motif: Motif
  height: number
  colors: Cloth
}

const motifs: readonly { motif: Motif; height: number }[] = [
  { motif: 'losanges', height: 36 },
  { motif: 'checks', height: 14 },
  { motif: 'zigzag', height: 20 },
  { motif: 'teeth', height: 22 },
]

/** Strips from top to bottom, at least `height` together; thin lines part them. */
export function clothBands(seed: string, height: number): Band[] {
  const draw = drawFrom(seed)
  const cloth = pick(palettes, draw())
  const turns = [cloth, { ground: cloth.spark, thread: cloth.ground, spark: cloth.thread }, turn(cloth)]
  const bands: Band[] = []
  let filled = 0
  let previous = -1
  while (filled < height) {
    const index = (previous + 1 + Math.floor(draw() * (motifs.length - 1))) % motifs.length
    const chosen = pick(motifs, index / motifs.length)
    const colors = pick(turns, draw())
    bands.push({ motif: 'lines', height: 8, colors }, { ...chosen, colors })
    filled += chosen.height + 8
    previous = index
  }
  return bands
}

function turn({ ground, thread, spark }: Cloth): Cloth {
  return { ground: thread, thread: ground, spark }
}

function pick<Item>(items: readonly Item[], drawn: number): Item {
  return items[Math.min(items.length - 1, Math.floor(drawn * items.length))] as Item
}

/** Numbers in [0, 1) that depend on the seed alone: FNV-1a, then one xorshift per draw. */
function drawFrom(seed: string): () => number {
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
