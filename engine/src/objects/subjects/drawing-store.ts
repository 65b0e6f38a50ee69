// The drawings that are at hand, decoded when first asked for.
import { decodeDrawing, type Drawing, type WrittenDrawing } from './decode.ts'

const written = new Map<string, WrittenDrawing>()
const decoded = new Map<string, Drawing>()

/** Decoding keeps what is asked for again and again; a picture needs a handful. */
const MOST_KEPT = 40

/** A picture needs a drawing that nobody has brought. */
export class DrawingMissing extends Error {
  readonly id: string

  constructor(id: string) {
    super(`No subject is drawn under ${id}`)
    this.id = id
  }
}

export function addDrawings(drawings: Readonly<Record<string, WrittenDrawing>>): void {
  for (const [id, drawing] of Object.entries(drawings)) written.set(id, drawing)
}

export function drawingOf(id: string): Drawing {
  const known = decoded.get(id)
  if (known) return known
  const own = written.get(id)
  if (!own) throw new DrawingMissing(id)
  const drawing = decodeDrawing(own)
  if (decoded.size >= MOST_KEPT) decoded.clear()
  decoded.set(id, drawing)
  return drawing
}

export function drawnIds(): IterableIterator<string> {
  return written.keys()
}
