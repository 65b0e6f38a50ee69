/** A publication on other sites: a frame of a page that is made for it, without a script. Our other pages are shown in none. */

export interface Embedded {
  /** Of the page in the frame. */
  frame: string
  width: number
  height: number
  title: string
}

const widest = 480
/** The line below the picture, which may take two. */
const lineHeight = 64

export function embedCode({ frame, width, height, title }: Embedded): string {
  const shown = Math.min(widest, width)
  const size = `width="${shown}" height="${Math.round((shown * height) / width) + lineHeight}"`
  return `<iframe src="${escape(frame)}" ${size} title="${escape(title)}" loading="lazy" style="border:0;max-width:100%"></iframe>`
}

/** What people write stays text on other sites too. */
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
