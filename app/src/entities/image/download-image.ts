/** Saves a picture on the device; when that fails it opens in a new tab (spec §8). */
import { readInlineConfig } from '#data/config.ts'

import { originalUrl } from './image-source.ts'

export type Downloaded = 'saved' | 'opened'

export async function downloadImage(url: string, name: string): Promise<Downloaded> {
  const source = originalUrl(url, readInlineConfig()?.supabaseUrl ?? '')
  try {
    const response = await fetch(source)
    if (!response.ok) throw new Error(`the picture answered ${response.status}`)
    const file = await response.blob()
    const address = URL.createObjectURL(file)
    const link = document.createElement('a')
    link.href = address
    link.download = `${name}.${file.type.split('/')[1] ?? 'webp'}`
    link.click()
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
    return 'saved'
  } catch {
    window.open(source, '_blank', 'noopener')
    return 'opened'
  }
}
