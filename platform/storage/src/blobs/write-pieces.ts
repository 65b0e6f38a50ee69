import type { FileHandle } from 'node:fs/promises'

type Target = Pick<FileHandle, 'writev'>

/** Of what is gathered while a write is under way. */
const mostBytes = 262_144
/** Each is an object of its own, however few bytes a slow network brings at a time. */
const mostPieces = 64

/**
 * The first piece is handed to the disk at once, and what comes while that is being written goes with the next one: to hand
 * a piece over costs more than to write it. What came before the source failed is written all the same.
 */
export async function writePieces(file: Target, source: AsyncIterable<Uint8Array>): Promise<void> {
  let pieces: Uint8Array[] = []
  let length = 0
  let writing: Promise<void> | null = null
  const writeAll = async () => {
    while (pieces.length > 0) {
      const taken = pieces
      pieces = []
      length = 0
      await writeWhole(file, taken)
    }
    writing = null
  }
  try {
    for await (const piece of source) {
      pieces.push(piece)
      length += piece.length
      writing ??= handled(writeAll())
      if (length >= mostBytes || pieces.length >= mostPieces) await writing
    }
  } finally {
    await writing
  }
}

/** Heard of when it is awaited, which may be some pieces later. */
function handled(work: Promise<void>): Promise<void> {
  work.catch(() => undefined)
  return work
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
