/** Shares a picture or an address by the device's own sheet, else copies the address (spec §8). */

export type Shared = 'shared' | 'copied' | 'dismissed'

export interface Shareable {
  url: string
  title: string
  /** Given along where the device's sheet takes files. */
  file?: () => Promise<File>
}

export async function shareAddress({ url, title, file }: Shareable): Promise<Shared> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share(await dataOf({ url, title, ...(file && { file }) }))
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
    }
  }
  await navigator.clipboard.writeText(url)
  return 'copied'
}

async function dataOf({ url, title, file }: Shareable): Promise<ShareData> {
  if (!file) return { url, title }
  const files = [await file()]
  return navigator.canShare?.({ files }) ? { files, title, text: url } : { url, title }
}
