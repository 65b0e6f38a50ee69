/** A picture for other sites: plain HTML, because our own pages are never shown inside a frame. */

export interface Embedded {
  address: string
  /** Of a copy wide enough for twice `width`. */
  picture: string
  width: number
  height: number
  alt: string
  caption: string
}

const widest = 480

export function embedCode({ address, picture, width, height, alt, caption }: Embedded): string {
  const shown = Math.min(widest, width)
  const size = `width="${shown}" height="${Math.round((shown * height) / width)}"`
  return [
    `<figure style="margin:0;max-width:${shown}px">`,
    `<a href="${escape(address)}"><img src="${escape(picture)}" ${size} alt="${escape(alt)}" loading="lazy" style="width:100%;height:auto"></a>`,
    `<figcaption><a href="${escape(address)}">${escape(caption)}</a></figcaption>`,
    '</figure>',
  ].join('\n')
}

/** What people write stays text on other sites too. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
