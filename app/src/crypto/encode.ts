/** The one way in which fields become bytes that are signed, authenticated or derived from: injective, with a label. */
import { concat, MalformedError, u32, utf8, type Bytes } from './bytes.ts'

export type Label =
  | 'cx1/key'
  | 'cx1/succession'
  | 'cx1/epoch'
  | 'cx1/wrap'
  | 'cx1/commit'
  | 'cx1/share'
  | 'cx1/msg'
  | 'cx1/aad'
  | 'cx1/sig'
  | 'cx1/file'
  | 'cx1/backup'
  | 'cx1/slot'
  | 'cx1/code'
  | 'cx1/pins'
  | 'cx1/link'
  | 'cx1/unconfirmed'

/** The label, then each field: 4-byte big-endian length, bytes. */
export function encode(label: Label, ...fields: readonly (Uint8Array | string)[]): Bytes {
  const parts = [label, ...fields].map((field) => (typeof field === 'string' ? utf8(field) : field))
  return concat(...parts.flatMap((part) => [u32(part.length), part]))
}

/** The fields again, exactly so many, under exactly this label. */
export function decode(label: Label, bytes: Bytes, count: number): Bytes[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: Bytes[] = []
  let at = 0
  while (at < bytes.length) {
    if (at + 4 > bytes.length) throw new MalformedError('field')
    const end = at + 4 + view.getUint32(at)
    if (end > bytes.length) throw new MalformedError('field')
    parts.push(bytes.slice(at + 4, end))
    at = end
  }
  const [name, ...fields] = parts
  const isLabel = name !== undefined && name.length === label.length && utf8(label).every((byte, i) => byte === name[i])
  if (!isLabel || fields.length !== count) throw new MalformedError(label)
  return fields
}

const block = 64

/** 0x80, then zeros to a multiple of 64: sizes tell only so much. */
export function pad(bytes: Uint8Array): Bytes {
  const padded = new Uint8Array((Math.floor(bytes.length / block) + 1) * block)
  padded.set(bytes)
  padded[bytes.length] = 0x80
  return padded
}

export function unpad(padded: Bytes): Bytes {
  const end = padded.findLastIndex((byte) => byte !== 0)
  if (padded.length % block !== 0 || padded[end] !== 0x80 || padded.length - end > block)
    throw new MalformedError('pad')
  return padded.subarray(0, end)
}
