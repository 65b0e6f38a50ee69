/** Files of a ZIP whose entries are stored as they are (APPNOTE 4.3): read from its central directory. */

const endSize = 22
const centralSize = 46
const localSize = 30

export function filesOfZip(zip: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength)
  const end = zip.byteLength - endSize
  if (view.getUint32(end, true) !== 0x06_05_4b_50) throw new Error('not a ZIP file')
  const files = new Map<string, Uint8Array>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)]
    const name = new TextDecoder().decode(zip.subarray(at + centralSize, at + centralSize + nameLength))
    const local = view.getUint32(at + 42, true)
    const from = local + localSize + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    files.set(name, zip.subarray(from, from + view.getUint32(at + 20, true)))
    at += centralSize + nameLength + extraLength + view.getUint16(at + 32, true)
  }
  return files
}
