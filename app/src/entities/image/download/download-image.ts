/** Saves a picture on the device; when that fails it opens in a new tab (spec §8). */
import { mediaAddress } from '#data/config.ts'
import { saveFile } from '#ui/file/save-file.ts'

import { originalUrl } from '../image-source.ts'

export type Downloaded = 'saved' | 'opened'

/** As stored (WebP), or converted on the device; with what it says about its making. */
export const downloadFormats = ['webp', 'jpg', 'png'] as const
export type DownloadFormat = (typeof downloadFormats)[number]

export interface DownloadWish {
  format?: DownloadFormat
  /** Of the longer side, in pixels; `null` for the picture as it is. */
  side?: number | null
  /** Written into the file, beside what it says about its making. */
  prompt?: string | null
}

const encodings = {
  webp: { type: 'image/webp', quality: 0.9 },
  jpg: { type: 'image/jpeg', quality: 0.95 },
  png: { type: 'image/png' },
} as const

export async function downloadImage(url: string, name: string, wish?: DownloadWish): Promise<Downloaded> {
  const source = originalUrl(url, mediaAddress())
  try {
    const file = await fetchImage(url, name, wish)
    saveFile(file, file.name)
    return 'saved'
  } catch {
    window.open(source, '_blank', 'noopener')
    return 'opened'
  }
}

/** The picture as a file; its own type decides the name. */
export async function fetchImage(url: string, name: string, wish?: DownloadWish): Promise<File> {
  const file = await shapeImage(await fetchStored(url), wish)
  const extension = file.type === 'image/jpeg' ? 'jpg' : (file.type.split('/')[1] ?? 'webp')
  return new File([file], `${name}.${extension}`, { type: file.type })
}

export async function fetchStored(url: string): Promise<Blob> {
  const response = await fetch(originalUrl(url, mediaAddress()))
  if (!response.ok) throw new Error(`the picture answered ${response.status}`)
  return response.blob()
}

/** What is stored, as it is wished. */
export async function shapeImage(stored: Blob, wish: DownloadWish = {}): Promise<Blob> {
  const { format = 'webp', side = null, prompt = null } = wish
  // What is stored as something else is not made anew, unless it is to say more.
  const isAsStored = format === 'webp' && side === null && (prompt === null || stored.type === encodings.webp.type)
  if (isAsStored && prompt === null) return stored
  const [converted, { keepProvenance }] = await Promise.all([
    isAsStored ? stored : convert(stored, format, side),
    import('./keep-provenance.ts'),
  ])
  return keepProvenance(stored, converted, prompt)
}

async function convert(file: Blob, format: DownloadFormat, side: number | null): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const share = side === null ? 1 : Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.round(picture.width * share), Math.round(picture.height * share))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  if (format === 'jpg') {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return canvas.convertToBlob(encodings[format])
}
