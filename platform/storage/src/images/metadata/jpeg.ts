/** JPEG (ITU-T T.81): segments until the picture's end; what follows it is no picture and is left behind. */
import { orientationOnly, readOrientation } from './orientation.ts'
import { provenanceOnly } from './provenance.ts'

const marker = { startOfScan: 0xda, end: 0xd9, app1: 0xe1, app2: 0xe2, app13: 0xed, comment: 0xfe } as const

/** The same picture without the place it was taken at; null for a file whose structure cannot be followed. */
export function stripJpeg(file: Buffer): Buffer | null {
  const kept: Buffer[] = [file.subarray(0, 2)]
  let at = 2
  while (at + 4 <= file.length) {
    if (file[at] !== 0xff) return null
    const code = file[at + 1] ?? 0
    if (code === 0xff) {
      at += 1
      continue
    }
    if (code === marker.end) return Buffer.concat([...kept, file.subarray(at, at + 2)])
    const end = at + 2 + file.readUInt16BE(at + 2)
    if (end > file.length) return null
    const segmentEnd = code === marker.startOfScan ? endOfScan(file, end) : end
    if (segmentEnd < 0) return null
    kept.push(keepSegment(code, file.subarray(at, segmentEnd)))
    at = segmentEnd
  }
  const isEnd = file[at] === 0xff && file[at + 1] === marker.end
  return isEnd ? Buffer.concat([...kept, file.subarray(at, at + 2)]) : null
}

/** Behind the entropy-coded data: the next marker that is neither a stuffed byte nor a restart. */
function endOfScan(file: Buffer, from: number): number {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const code = file[at + 1] ?? 0
    const isData = code === 0 || code === 0xff || (code >= 0xd0 && code <= 0xd7)
    if (!isData) return at
  }
  return -1
}

const nothing = Buffer.alloc(0)

const exifName = Buffer.from('Exif\0\0', 'latin1')
const xmpName = Buffer.from('http://ns.adobe.com/xap/1.0/\0', 'latin1')

function keepSegment(code: number, segment: Buffer): Buffer {
  const content = segment.subarray(4)
  if (code === marker.app13 || code === marker.comment) return nothing
  // A second picture with metadata of its own, behind the end of the first.
  if (code === marker.app2) return content.subarray(0, 4).toString('latin1') === 'MPF\0' ? nothing : segment
  if (code !== marker.app1) return segment
  if (content.subarray(0, xmpName.length).equals(xmpName)) return keepXmp(segment)
  if (!content.subarray(0, exifName.length).equals(exifName)) return nothing
  const orientation = readOrientation(content.subarray(exifName.length))
  return orientation === 1 ? nothing : app1(exifName, orientationOnly(orientation))
}

function keepXmp(segment: Buffer): Buffer {
  const packet = segment.subarray(4 + xmpName.length)
  const kept = provenanceOnly(packet)
  if (kept === null) return nothing
  return kept === packet ? segment : app1(xmpName, kept)
}

function app1(name: Buffer, content: Buffer): Buffer {
  const head = Buffer.from([0xff, marker.app1, 0, 0])
  head.writeUInt16BE(2 + name.length + content.length, 2)
  return Buffer.concat([head, name, content])
}
