/** Pictures made for tests: honest ones, lying ones, bombs. */
import { crc32, deflateSync } from 'node:zlib'

import sharp, { type Sharp } from 'sharp'

/** A picture with edges and gradients, so that encoders have something to do. */
export function picture(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  for (let at = 0; at < width * height; at += 1) {
    const x = at % width
    const y = Math.floor(at / width)
    pixels[at * 3] = (x * 255) / width
    pixels[at * 3 + 1] = (y * 255) / height
    pixels[at * 3 + 2] = (x >> 4) % 2 === (y >> 4) % 2 ? 200 : 40
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export const plain = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 3, background } })

/** Coordinates, owner and camera as a telephone writes them. */
export const telephone = {
  IFD0: { Copyright: 'Ada', Make: 'Telephone' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1', GPSLongitudeRef: 'E', GPSLongitude: '2/1 21/1 3/1' },
}

/** A PNG whose header promises any size and whose data are a few bytes of zeros. */
export function bomb(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8)
  const rows = deflateSync(Buffer.alloc(Math.min(height * Math.ceil(1 + width / 8), 64_000_000)), { level: 9 })
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

export function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(content.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}
