import { drawFrom, palettes, pick, type Cloth } from './pattern.ts'

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
