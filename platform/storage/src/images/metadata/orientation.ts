/** EXIF (TIFF structure, CIPA DC-008): which way up a picture is, the one fact of it that pixels need. */

const orientationTag = 0x0112

/** From the bytes behind `Exif\0\0`; 1 (upright) for anything that cannot be read. */
export function readOrientation(exif: Buffer): number {
  const littleEndian = exif.subarray(0, 2).toString('latin1') === 'II'
  const word = (at: number) => {
    if (at < 0 || at + 2 > exif.length) return 0
    return littleEndian ? exif.readUInt16LE(at) : exif.readUInt16BE(at)
  }
  const directory = littleEndian ? word(4) : word(6)
  const entries = Math.min(word(directory), 256)
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12
    if (word(entry) !== orientationTag) continue
    const orientation = word(entry + 8)
    return orientation >= 1 && orientation <= 8 ? orientation : 1
  }
  return 1
}

/** An EXIF block that says which way up the picture is, and nothing else. */
export function orientationOnly(orientation: number): Buffer {
  const exif = Buffer.alloc(26)
  exif.write('MM\0*', 0, 'latin1')
  exif.writeUInt32BE(8, 4)
  exif.writeUInt16BE(1, 8)
  exif.writeUInt16BE(orientationTag, 10)
  exif.writeUInt16BE(3, 12)
  exif.writeUInt32BE(1, 14)
  exif.writeUInt16BE(orientation, 18)
  return exif
}
