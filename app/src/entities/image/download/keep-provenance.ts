/** Carries what a stored WebP says about its making (XMP) into the file that is saved, and the prompt where it is wished. */
import { chunksOf, webpOf } from './webp-chunks.ts'

const jpegName = 'http://ns.adobe.com/xap/1.0/\0'
const pngKeyword = 'XML:com.adobe.xmp\0\0\0\0\0'
/** Of a JPEG segment, its own length included. */
const largestSegment = 65_533

/** The same picture, as JPEG, PNG or WebP; unchanged where there is nothing to say. */
export async function keepProvenance(source: Blob, converted: Blob, prompt: string | null = null): Promise<Blob> {
  const told = xmpOf(new Uint8Array(await source.arrayBuffer()))
  const xmp = prompt === null ? told : withPrompt(told, prompt)
  const into = writers[converted.type]
  if (xmp === null || !into) return converted
  return new Blob([into(new Uint8Array(await converted.arrayBuffer()), xmp)], { type: converted.type })
}

const writers: Readonly<Record<string, (file: Uint8Array, xmp: Uint8Array) => Uint8Array<ArrayBuffer>>> = {
  'image/jpeg': intoJpeg,
  'image/png': intoPng,
  'image/webp': (file, xmp) =>
    webpOf([...chunksOf(file).filter(({ name }) => name !== 'XMP '), { name: 'XMP ', content: xmp }]),
}

function xmpOf(webp: Uint8Array): Uint8Array | null {
  return chunksOf(webp).find(({ name }) => name === 'XMP ')?.content ?? null
}

const emptyPacket =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></rdf:RDF></x:xmpmeta>'

/** IPTC's own property for it (2025.1). Our server leaves it out again when the file comes back as an upload. */
function withPrompt(told: Uint8Array | null, prompt: string): Uint8Array {
  const packet = told === null ? emptyPacket : new TextDecoder().decode(told)
  const says = `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><Iptc4xmpExt:AIPromptInformation>${asXml(prompt)}</Iptc4xmpExt:AIPromptInformation></rdf:Description>`
  return new TextEncoder().encode(packet.replace('</rdf:RDF>', () => `${says}</rdf:RDF>`))
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function asXml(text: string): string {
  // oxlint-disable-next-line no-control-regex -- XML 1.0 has no words for them
  return text.replaceAll(/[\0-\x08\v\f\x0E-\x1F]/gu, '').replaceAll(/[&<>]/gu, (sign) => entities[sign] ?? sign)
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
