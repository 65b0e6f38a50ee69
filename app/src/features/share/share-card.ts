/** A picture to pass on: the post, who made it from which words, and a code that leads to its remix. */
import { fetchImage } from '#entities/image/download/download-image.ts'
import { keepProvenance } from '#entities/image/download/keep-provenance.ts'
import { qrPath } from '#ui/picture/QrCode.tsx'

export interface CardFacts {
  id: string
  image: string
  name: string
  prompt: string
  /** What the code says. */
  address: string
  /** Under the code. */
  invitation: string
  /** Whose it is, where they have a name of their own. */
  label: string
  /** On the picture, and beside nobody's name. */
  mark: string
}

const width = 1080
const margin = 56
const code = 240
const footer = code + 2 * margin
/** Taller pictures are cut, so that the card fits a telephone. */
const tallest = 1350
const quality = 0.9
const colours = { ground: '#080c1b', text: '#faf7f1', quiet: '#a9aec4', mark: '#faf7f1', spark: '#f26b3a' }

export async function drawCard(facts: CardFacts): Promise<File> {
  const [file] = await Promise.all([fetchImage(facts.image, facts.id), document.fonts.ready])
  const picture = await createImageBitmap(file)
  const pictureHeight = Math.min(tallest, Math.round((width * picture.height) / picture.width))
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = pictureHeight + footer
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = colours.ground
  context.fillRect(0, 0, canvas.width, canvas.height)
  drawPicture(context, picture, pictureHeight)
  picture.close()
  drawVeil(context, facts.mark, pictureHeight)
  drawCode(context, facts.address, pictureHeight + margin)
  drawWords(context, facts, pictureHeight + margin)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', quality)
  })
  if (!blob) throw new Error('the card could not be written')
  const told = await keepProvenance(file, blob)
  return new File([told], `cortexia-${facts.id}-carte.jpg`, { type: told.type })
}

/** Fills its place; what is too tall loses as much above as below. */
function drawPicture(context: CanvasRenderingContext2D, picture: ImageBitmap, height: number): void {
  const cut = (picture.width * height) / width
  context.drawImage(picture, 0, (picture.height - cut) / 2, picture.width, cut, 0, 0, width, height)
}

/** Says on the picture itself how it was made. */
function drawVeil(context: CanvasRenderingContext2D, mark: string, height: number): void {
  context.font = `600 26px ${getComputedStyle(document.documentElement).getPropertyValue('--font-text')}`
  const long = context.measureText(mark).width + 32
  context.fillStyle = 'rgb(0 0 0 / 0.6)'
  context.beginPath()
  context.roundRect(width - 24 - long, height - 24 - 48, long, 48, 24)
  context.fill()
  context.fillStyle = '#fff'
  context.textBaseline = 'middle'
  context.fillText(mark, width - 24 - long + 16, height - 24 - 23)
}

function drawCode(context: CanvasRenderingContext2D, address: string, top: number): void {
  const { size, path } = qrPath(address)
  context.save()
  context.translate(width - margin - code, top)
  context.fillStyle = '#fff'
  context.fillRect(0, 0, code, code)
  context.scale(code / size, code / size)
  context.fillStyle = colours.ground
  const modules = new Path2D(path)
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
  context.fill(modules)
  context.restore()
}

function drawWords(context: CanvasRenderingContext2D, facts: CardFacts, top: number): void {
  const room = width - 3 * margin - code
  const style = getComputedStyle(document.documentElement)
  const fonts = { display: style.getPropertyValue('--font-display'), text: style.getPropertyValue('--font-text') }
  context.textBaseline = 'top'
  context.fillStyle = colours.text
  context.font = `700 44px ${fonts.display}`
  context.fillText(shorten(context, facts.name, room), margin, top)
  context.font = `400 30px ${fonts.text}`
  for (const [line, text] of wrap(context, `« ${facts.prompt} »`, room, 2).entries()) {
    context.fillText(text, margin, top + 62 + line * 42)
  }
  context.fillStyle = colours.quiet
  context.font = `400 26px ${fonts.text}`
  context.fillText(facts.label, margin, top + 62 + 2 * 42 + 8)
  drawMark(context, margin, top + code - 46)
  context.fillStyle = colours.text
  context.font = `700 38px ${fonts.display}`
  context.fillText('Cortexia', margin + 58, top + code - 42)
  context.textAlign = 'right'
  context.fillStyle = colours.quiet
  context.font = `600 26px ${fonts.text}`
  context.fillText(facts.invitation, width - 2 * margin - code, top + code - 34)
  context.textAlign = 'left'
}

/** The losange of the house, as ui/Logo.tsx has it. */
const pieces = [
  [colours.mark, 'M32 2.3 50.74 21.04 41.9 29.88 32 19.98 19.98 32 32 44.02 41.9 34.12 50.74 42.96 32 61.7 2.3 32Z'],
  [colours.spark, 'M52.86 23.16 61.7 32 52.86 40.84 44.02 32Z'],
] as const

function drawMark(context: CanvasRenderingContext2D, x: number, y: number): void {
  context.save()
  context.translate(x, y)
  context.scale(46 / 64, 46 / 64)
  for (const [colour, piece] of pieces) {
    const shape = new Path2D(piece)
    context.fillStyle = colour
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
    context.fill(shape)
  }
  context.restore()
}

function wrap(context: CanvasRenderingContext2D, text: string, room: number, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/u)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line === '' || context.measureText(longer).width <= room) line = longer
    else {
      lines.push(line)
      line = word
    }
  }
  lines.push(line)
  if (lines.length <= most) return lines.map((each) => shorten(context, each, room))
  return [...lines.slice(0, most - 1), shorten(context, lines.slice(most - 1).join(' '), room)]
}

function shorten(context: CanvasRenderingContext2D, text: string, room: number): string {
  if (context.measureText(text).width <= room) return text
  let short = text
  while (short !== '' && context.measureText(`${short}…`).width > room) short = Array.from(short).slice(0, -1).join('')
  return `${short.trimEnd()}…`
}
