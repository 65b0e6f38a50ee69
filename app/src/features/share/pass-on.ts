/** The device's own ways of passing something on. */
import { toast } from '#ui/toast/toast.ts'

export async function copyText(text: string, words: { done: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    toast({ title: words.done })
  } catch {
    toast({ title: words.failed, tone: 'danger' })
  }
}

/** Somebody who closes the device's sheet has said no: that is no failure. */
export async function shareByDevice(url: string, title: string): Promise<void> {
  await navigator.share({ url, title }).catch(() => undefined)
}

export function canShareFile(file: File): boolean {
  return 'canShare' in navigator && navigator.canShare({ files: [file] })
}

export async function shareFile(file: File, text: string): Promise<void> {
  await navigator.share({ files: [file], text }).catch(() => undefined)
}
