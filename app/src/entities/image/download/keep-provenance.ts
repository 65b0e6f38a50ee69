/** Carries what a stored WebP says about its making (XMP) into the file that is saved, and the prompt where it is wished. */
import { chunksOf, webpOf, type Bytes } from './webp-chunks.ts'

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
  return new Blob([...into(new Uint8Array(await converted.arrayBuffer()), xmp)], { type: converted.type })
}

/** The parts of the new file, in order. */
const writers: Readonly<Record<string, (file: Bytes, xmp: Bytes) => readonly Bytes[]>> = {
  'image/jpeg': intoJpeg,
  'image/png': intoPng,
  'image/webp': (file, xmp) => [
    webpOf([...chunksOf(file).filter(({ name }) => name !== 'XMP '), { name: 'XMP ', content: xmp }]),
  ],
}

function xmpOf(webp: Bytes): Bytes | null {
  return chunksOf(webp).find(({ name }) => name === 'XMP ')?.content ?? null
}

const emptyPacket =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"></rdf:RDF></x:xmpmeta>'

/** IPTC's own property for it (2025.1). Our server leaves it out again when the file comes back as an upload. */
function withPrompt(told: Bytes | null, prompt: string): Bytes {
  const packet = told === null ? emptyPacket : new TextDecoder().decode(told)
  const says = `<rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"><Iptc4xmpExt:AIPromptInformation>${asXml(prompt)}</Iptc4xmpExt:AIPromptInformation></rdf:Description>`
  return new TextEncoder().encode(packet.replace('</rdf:RDF>', () => `${says}</rdf:RDF>`))
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** XML 1.0 cannot write the other control characters. */
function asXml(text: string): string {
  const written = text.replaceAll(/[^\P{Cc}\t\n\r]/gu, '')
  return written.replaceAll(/[&<>]/gu, (sign) => entities[sign] ?? sign)
}

/** Behind the first marker. */
function intoJpeg(file: Bytes, xmp: Bytes): readonly Bytes[] {
  const name = new TextEncoder().encode(jpegName)
  const length = 2 + name.length + xmp.length
  if (length > largestSegment) return [file]
  return [file.subarray(0, 2), Uint8Array.of(0xff, 0xe1, length >> 8, length & 0xff), name, xmp, file.subarray(2)]
}

const signatureAndHeader = 33
const pngType = 'iTXt'

/** Behind the header, as an iTXt chunk. */
function intoPng(file: Bytes, xmp: Bytes): readonly Bytes[] {
  const name = new TextEncoder().encode(`${pngType}${pngKeyword}`)
  return [
    file.subarray(0, signatureAndHeader),
    bytesOf(name.length - pngType.length + xmp.length),
    name,
    xmp,
    bytesOf(checksum(name, xmp)),
    file.subarray(signatureAndHeader),
  ]
}

function bytesOf(number: number): Bytes {
  const bytes = new Uint8Array(4)
  new DataView(bytes.buffer).setUint32(0, number)
  return bytes
}

/** CRC-32 of PNG. */
function checksum(...parts: readonly Bytes[]): number {
  let crc = 0xff_ff_ff_ff
  for (const part of parts) {
    for (const byte of part) {
      crc ^= byte
      for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1
    }
  }
  return ~crc >>> 0
}
