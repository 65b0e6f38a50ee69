import type { FileHandle } from 'node:fs/promises'

type Target = Pick<FileHandle, 'writev'>

const mostBytes = 262_144
/** Each is an object of its own, however few bytes a slow network brings at a time. */
const mostPieces = 64

/** Several pieces of the network's at a time: to hand one over to the disk costs more than to write it. */
export async function writePieces(file: Target, source: AsyncIterable<Uint8Array>): Promise<void> {
  let pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of source) {
    pieces.push(piece)
    length += piece.length
    if (length < mostBytes && pieces.length < mostPieces) continue
    await writeWhole(file, pieces)
    pieces = []
    length = 0
  }
  await writeWhole(file, pieces)
}

/** A disk that is almost full takes a part, and says so at the next attempt. */
async function writeWhole(file: Target, pieces: readonly Uint8Array[]): Promise<void> {
  let left = pieces.filter(({ length }) => length > 0)
  while (left.length > 0) {
    const { bytesWritten } = await file.writev(left)
    left = withoutFirst(left, bytesWritten)
  }
}

function withoutFirst(pieces: readonly Uint8Array[], bytes: number): Uint8Array[] {
  let gone = bytes
  return pieces.flatMap((piece) => {
    const taken = Math.min(gone, piece.length)
    gone -= taken
    return taken === piece.length ? [] : [piece.subarray(taken)]
  })
}
