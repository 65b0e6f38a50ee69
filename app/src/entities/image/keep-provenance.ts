/** Carries what a stored WebP says about its making (XMP) into a file that was converted on the device. */

const marker = 'XMP '
const jpegName = 'http://ns.adobe.com/xap/1.0/\0'
const pngKeyword = 'XML:com.adobe.xmp\0\0\0\0\0'
/** Of a JPEG segment, its own length included. */
const largestSegment = 65_533

/** The same picture, as JPEG or PNG; unchanged where the source says nothing. */
export async function keepProvenance(source: Blob, converted: Blob): Promise<Blob> {
  const xmp = xmpOf(new Uint8Array(await source.arrayBuffer()))
  if (xmp === null) return converted
  const file = new Uint8Array(await converted.arrayBuffer())
  const told = converted.type === 'image/png' ? intoPng(file, xmp) : intoJpeg(file, xmp)
  return new Blob([told], { type: converted.type })
}

function xmpOf(webp: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const view = new DataView(webp.buffer)
  for (let at = 12; at + 8 <= webp.length;) {
    const size = view.getUint32(at + 4, true)
    const isXmp = String.fromCharCode(...webp.subarray(at, at + 4)) === marker
    if (isXmp) return webp.slice(at + 8, at + 8 + size)
    at += 8 + size + (size & 1)
  }
  return null
}

/** Behind the first marker. */
function intoJpeg(file: Uint8Array, xmp: Uint8Array): Uint8Array<ArrayBuffer> {
  const name = new TextEncoder().encode(jpegName)
  const length = 2 + name.length + xmp.length
  if (length > largestSegment) return new Uint8Array(file)
  return joined(file.subarray(0, 2), [0xff, 0xe1, length >> 8, length & 0xff], name, xmp, file.subarray(2))
}

const signatureAndHeader = 33

/** Behind the header, as an iTXt chunk. */
function intoPng(file: Uint8Array, xmp: Uint8Array): Uint8Array<ArrayBuffer> {
  const content = joined(new TextEncoder().encode(`iTXt${pngKeyword}`), xmp)
  return joined(
    file.subarray(0, signatureAndHeader),
    bytesOf(content.length - 4),
    content,
    bytesOf(checksum(content)),
    file.subarray(signatureAndHeader),
  )
}

function bytesOf(number: number): Uint8Array {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, number)
  return bytes
}

/** CRC-32 of PNG. */
function checksum(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1
  }
  return ~crc >>> 0
}

function joined(...parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
