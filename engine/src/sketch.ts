/** The engine where drawings are not at hand: each is fetched once a picture needs it. For a worker of a browser. */
import type { WrittenDrawing } from './objects/subjects/decode.ts'
import { addDrawings, DrawingMissing } from './objects/subjects/drawing-store.ts'
import { paint, type Painting, type PaintRequest } from './paint.ts'

export type { Painting, PaintRequest } from './paint.ts'

/** Reads one drawing as it is committed. */
export type FetchDrawing = (id: string) => Promise<WrittenDrawing>

/** More than any picture needs: one that asks for more has lost its way. */
const MOST_FETCHED = 40

/** What `paint` would give, byte for byte. Composing begins anew after each fetch, which costs less than guessing. */
export async function paintFetching(request: PaintRequest, fetchDrawing: FetchDrawing): Promise<Painting> {
  for (let fetched = 0; ; fetched++) {
    try {
      return paint(request)
    } catch (error) {
      if (!(error instanceof DrawingMissing) || fetched >= MOST_FETCHED) throw error
      addDrawings({ [error.id]: await fetchDrawing(error.id) })
    }
  }
}
