/** Saves a picture on the device; when that fails it opens in a new tab (spec §8). */
import { readInlineConfig } from '#data/config.ts'
import { saveFile } from '#ui/file/save-file.ts'

import { originalUrl } from './image-source.ts'

export type Downloaded = 'saved' | 'opened'

/** As stored (WebP), or converted on the device; with what it says about its making. */
export const downloadFormats = ['webp', 'jpg', 'png'] as const
export type DownloadFormat = (typeof downloadFormats)[number]

const types = { jpg: 'image/jpeg', png: 'image/png' } as const
const jpegQuality = 0.95

export async function downloadImage(url: string, name: string, format: DownloadFormat = 'webp'): Promise<Downloaded> {
  const source = originalUrl(url, readInlineConfig()?.supabaseUrl ?? '')
  try {
    const file = await fetchImage(url, name, format)
    saveFile(file, file.name)
    return 'saved'
  } catch {
    window.open(source, '_blank', 'noopener')
    return 'opened'
  }
}

/** The picture as a file; its own type decides the name where it is kept as it is. */
export async function fetchImage(url: string, name: string, format: DownloadFormat = 'webp'): Promise<File> {
  const response = await fetch(originalUrl(url, readInlineConfig()?.supabaseUrl ?? ''))
  if (!response.ok) throw new Error(`the picture answered ${response.status}`)
  const stored = await response.blob()
  const file = format === 'webp' ? stored : await convert(stored, types[format])
  const extension = format === 'webp' ? (file.type.split('/')[1] ?? 'webp') : format
  return new File([file], `${name}.${extension}`, { type: file.type })
}

async function convert(file: Blob, type: string): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  if (type === types.jpg) {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(picture, 0, 0)
  picture.close()
  const [converted, { keepProvenance }] = await Promise.all([
    canvas.convertToBlob({ type, quality: jpegQuality }),
    import('./keep-provenance.ts'),
  ])
  return keepProvenance(file, converted)
}
