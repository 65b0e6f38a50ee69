import { deflateSync } from 'node:zlib'

import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'

import { chunk, picture, telephone } from '../../../testing/pictures.ts'
import type { ImageType } from '../sniff.ts'
import { stripLocation } from './strip-location.ts'

const formats = ['jpeg', 'png', 'webp'] as const
const typeOf = (format: (typeof formats)[number]): ImageType => `image/${format}`
const xmp = (inner: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${inner}</rdf:RDF></x:xmpmeta>`
const place = xmp('<rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="48,51.4N"/>')
const origin = xmp('<rdf:Description xmlns:i="http://iptc.org/std/" i:DigitalSourceType="trainedAlgorithmicMedia"/>')

describe.each(formats)('%s', (format) => {
  const encode = (image: Sharp) => image.toFormat(format, { quality: 85 }).toBuffer()

  test('a file without metadata is left alone, the very same', async () => {
    const file = await encode(picture(64, 48))
    expect(stripLocation(file, typeOf(format))).toBe(file)
  })

  test('the description of colours stays', async () => {
    const file = await encode(picture(64, 48).withIccProfile('p3').withExif(telephone))
    const clean = stripLocation(file, typeOf(format))!
    expect((await sharp(clean).metadata()).icc).toEqual((await sharp(file).metadata()).icc)
    expect((await sharp(clean).metadata()).exif).toBeUndefined()
  })

  test('XMP goes when it tells a place, and stays when it tells the origin', async () => {
    const located = stripLocation(await encode(picture(64, 48).withXmp(place)), typeOf(format))!
    expect((await sharp(located).metadata()).xmp).toBeUndefined()
    const file = await encode(picture(64, 48).withXmp(origin))
    const kept = stripLocation(file, typeOf(format))!
    expect((await sharp(kept).metadata()).xmpAsString).toContain('trainedAlgorithmicMedia')
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('orientation %i is kept', async (orientation) => {
    const file = await encode(picture(64, 48).withMetadata({ orientation }).withExifMerge(telephone))
    const clean = stripLocation(file, typeOf(format))!
    expect(clean.includes('Telephone')).toBe(false)
    expect((await sharp(clean).metadata()).orientation ?? 1).toBe(orientation)
  })

  test('what is hidden behind the picture is left behind', async () => {
    const file = await encode(picture(64, 48))
    const polyglot = Buffer.concat([file, Buffer.from('<script>alert(1)</script>')])
    expect(stripLocation(polyglot, typeOf(format))?.equals(file)).toBe(true)
  })

  test('a file cut anywhere is either whole or refused, and never read past its end', async () => {
    const file = await encode(picture(40, 40).withExif(telephone))
    for (let length = 12; length < file.length; length += 7) {
      const clean = stripLocation(file.subarray(0, length), typeOf(format))
      expect(clean === null || clean.length <= length).toBe(true)
    }
  })
})

test('progressive pictures have many scans, and keep all', async () => {
  const file = await picture(300, 200).withExif(telephone).jpeg({ progressive: true }).toBuffer()
  const clean = stripLocation(file, 'image/jpeg')!
  const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
  expect((await pixels(clean)).equals(await pixels(file))).toBe(true)
})

const words = 'Awa, villa Les Cocotiers'

test('a comment of JPEG goes, whatever it says', async () => {
  const file = await picture(30, 30).jpeg().toBuffer()
  const comment = Buffer.from(`\xff\xfe\0\0${words}`, 'latin1')
  comment.writeUInt16BE(comment.length - 2, 2)
  const commented = Buffer.concat([file.subarray(0, 2), comment, file.subarray(2)])
  expect(stripLocation(commented, 'image/jpeg')!.equals(file)).toBe(true)
})

test('texts of PNG go, whatever they say and however they are packed', async () => {
  const file = await picture(30, 30).png().toBuffer()
  const text = (type: string, content: string) => chunk(type, Buffer.from(content, 'latin1'))
  const packed = (keyword: string, content: string) =>
    chunk('iTXt', Buffer.concat([Buffer.from(`${keyword}\0\x01\0\0\0`, 'latin1'), deflateSync(content)]))
  const texts = [
    text('tEXt', `Author\0${words}`),
    text('tEXt', 'Raw pro\x66ile type exif\0\nexif\n 12\n4578'),
    text('zTXt', 'Comment\0\0damaged'),
    text('tIME', '\x07\xea\x0b\x16\x0a\x0a\x0a'),
    packed('Comment', words),
    packed('XML:com.adobe.xmp', place),
    packed('XML:com.adobe.xmp', 'x'.repeat(5_000_000)),
    text('iTXt', 'XML:com.adobe.xmp\0\x01\0\0\0damaged'),
  ]
  const told = packed('XML:com.adobe.xmp', origin)
  const withTexts = Buffer.concat([file.subarray(0, 33), ...texts, told, file.subarray(33)])
  const clean = stripLocation(withTexts, 'image/png')!
  expect((await sharp(clean).metadata()).xmpAsString).toContain('trainedAlgorithmicMedia')
  expect(clean.length - file.length).toBe(told.length)
})

test.each(formats)('of a %s whose XMP tells the origin and more, the origin alone stays', async (format) => {
  const more = origin.replace('<rdf:Description', `<rdf:Description xmlns:dc="http://purl.org/dc" dc:rights="${words}"`)
  const file = await picture(64, 48).toFormat(format).withXmp(more).toBuffer()
  const clean = stripLocation(file, typeOf(format))!
  expect((await sharp(clean).metadata()).xmpAsString).toContain('trainedAlgorithmicMedia')
  expect(clean.includes('Cocotiers')).toBe(false)
  expect(stripLocation(clean, typeOf(format))).toBe(clean)
})

test('other formats are left as they are', () => {
  const file = Buffer.from('GIF89a')
  expect(stripLocation(file, 'image/gif')).toBe(file)
})
