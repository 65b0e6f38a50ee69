/** WebP's container (RFC 9649): taken apart into its chunks, and put together again with a header that allows metadata. */

export type Bytes = Uint8Array<ArrayBuffer>

export interface WebpChunk {
  name: string
  content: Bytes
}

const fileHeader = 12
const chunkHeader = 8

/** Empty for what is no WebP. */
export function chunksOf(file: Bytes): readonly WebpChunk[] {
  if (nameAt(file, 0) !== 'RIFF' || nameAt(file, 8) !== 'WEBP') return []
  const view = viewOf(file)
  const chunks: WebpChunk[] = []
  for (let at = fileHeader; at + chunkHeader <= file.length;) {
    const size = view.getUint32(at + 4, true)
    const start = at + chunkHeader
    chunks.push({ name: nameAt(file, at), content: file.subarray(start, start + size) })
    at = start + size + (size & 1)
  }
  return chunks
}

/** A file of them. */
export function webpOf(chunks: readonly WebpChunk[]): Bytes {
  const whole = [headerOf(chunks), ...chunks.filter(({ name }) => name !== 'VP8X')]
  const lengthOf = ({ content: { length } }: WebpChunk) => chunkHeader + length + (length & 1)
  const file = new Uint8Array(fileHeader + whole.reduce((sum, chunk) => sum + lengthOf(chunk), 0))
  const view = viewOf(file)
  const write = (name: string, at: number) => file.set(new TextEncoder().encode(name), at)
  write('RIFF', 0)
  view.setUint32(4, file.length - chunkHeader, true)
  write('WEBP', 8)
  let at = fileHeader
  for (const chunk of whole) {
    write(chunk.name, at)
    view.setUint32(at + 4, chunk.content.length, true)
    file.set(chunk.content, at + chunkHeader)
    at += lengthOf(chunk)
  }
  return file
}

const xmpFlag = 0x04
const alphaFlag = 0x10

/** The extended header, which simple files have not: what else is in the file, and how large the picture is. */
function headerOf(chunks: readonly WebpChunk[]): WebpChunk {
  const content = new Uint8Array(10)
  const known = chunks.find(({ name }) => name === 'VP8X')
  if (known) content.set(known.content)
  else {
    const { width, height, hasAlpha } = simplePicture(chunks)
    const view = viewOf(content)
    if (hasAlpha) content[0] = alphaFlag
    // 24 bits each; what the first writes too far the second covers.
    view.setUint32(4, width - 1, true)
    view.setUint16(7, (height - 1) & 0xff_ff, true)
  }
  content[0] = (content[0] ?? 0) | xmpFlag
  return { name: 'VP8X', content }
}

function simplePicture(chunks: readonly WebpChunk[]): { width: number; height: number; hasAlpha: boolean } {
  const lossless = chunks.find(({ name }) => name === 'VP8L')
  if (lossless) {
    const bits = viewOf(lossless.content).getUint32(1, true)
    return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1, hasAlpha: ((bits >>> 28) & 1) === 1 }
  }
  const lossy = chunks.find(({ name }) => name === 'VP8 ')
  if (!lossy) throw new Error('a WebP without a picture')
  const view = viewOf(lossy.content)
  return { width: view.getUint16(6, true) & 0x3f_ff, height: view.getUint16(8, true) & 0x3f_ff, hasAlpha: false }
}

function nameAt(file: Bytes, at: number): string {
  return String.fromCharCode(...file.subarray(at, at + 4))
}

function viewOf({ buffer, byteOffset, byteLength }: Bytes): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
