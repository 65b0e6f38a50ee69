/** Shares an address by the device's own sheet, else copies it (spec §8). */

export type Shared = 'shared' | 'copied' | 'dismissed'

export async function shareAddress({ url, title }: { url: string; title: string }): Promise<Shared> {
  if (typeof navigator.share === 'function') {
    try {
      await navigator.share({ url, title })
      return 'shared'
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return 'dismissed'
    }
  }
  await navigator.clipboard.writeText(url)
  return 'copied'
}
