/**
 * XMP (ISO 16684-1) that says how a picture was made, which is all of it that stays: IPTC's `DigitalSourceType`, and
 * beside it the tool, the day and whom to name, each short.
 */

const source = /:DigitalSourceType(?:\s*=\s*["']|\s*>\s*|\s+rdf:resource\s*=\s*["'])([\w:/.-]{1,200})["'<\s]/
const markup = /<[^>]*>/g
const known =
  /^<(?:\?xpacket [^>]*\?|\/?(?:x:xmpmeta|rdf:RDF|rdf:Description|\w+:DigitalSourceType)(?:\s+(?:xmlns:\w+|x:xmptk|rdf:about|rdf:resource|\w+:DigitalSourceType)\s*=\s*(?:"[^"]*"|'[^']*')|\s+(?:xmp:CreatorTool|xmp:CreateDate|photoshop:Credit)\s*=\s*"[^"<]{0,80}")*\s*\/?)>$/

/**
 * The packet itself where it says nothing else, one that says only this where it does, and null where it does not say how
 * the picture was made.
 */
export function provenanceOnly(packet: Buffer): Buffer | null {
  const text = packet.toString('utf8')
  const value = source.exec(text)?.[1]
  if (value === undefined) return null
  const says = text.replace(markup, (tag) => (known.test(tag) ? '' : 'more')).replace(value, '')
  return says.replaceAll('\uFEFF', '').trim() === '' ? packet : packetOf(value)
}

function packetOf(value: string): Buffer {
  return Buffer.from(
    `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="${value}"/></rdf:RDF></x:xmpmeta>`,
  )
}
