/** Made on the sender's device, with the sender's rights: what a link of ours leads to, small enough to be sealed. */
import { mediaAddress } from '#data/config.ts'
import { queryClient } from '#data/query-client.ts'
import type { LinkPreview } from '#entities/conversation/link-preview.ts'
import { variantUrl } from '#entities/image/image-source.ts'
import { onePost } from '#entities/post/one/one-post.ts'
import { readWorkflow } from '#entities/workflow/workflow-api.ts'
import { wordsOf } from '#entities/workflow/workflow.ts'

const side = 160

/** `null` where there is nothing that the sender may see. */
export async function makePreview(path: string, userId: string): Promise<LinkPreview | null> {
  const [, kind, id = ''] = path.split('/')
  return kind === 'post' ? ofPost(path, id, userId) : ofWorkflow(path, id)
}

async function ofPost(path: string, id: string, userId: string): Promise<LinkPreview | null> {
  const post = await queryClient.fetchQuery(onePost(id, userId)).catch(() => null)
  if (!post) return null
  const isCalm = post.rating < 2
  const picture = isCalm ? await smallPicture(post.image.url) : null
  return { path, title: shortened(post.title || post.prompt), about: post.creator.displayName, picture }
}

async function ofWorkflow(path: string, id: string): Promise<LinkPreview | null> {
  const reading = await readWorkflow(id).catch(() => null)
  if (!reading) return null
  const { title, summary } = wordsOf(reading.workflow)
  const { cover_url: cover } = reading.workflow
  return { path, title: shortened(title), about: summary.slice(0, 200), picture: cover && (await smallPicture(cover)) }
}

function shortened(words: string): string {
  return words.length > 120 ? `${words.slice(0, 119)}…` : words
}

/** A file of some kilobytes; none where the picture does not come. */
async function smallPicture(url: string): Promise<string | null> {
  try {
    const response = await fetch(variantUrl(url, 320, mediaAddress()))
    if (!response.ok) return null
    const bitmap = await createImageBitmap(await response.blob())
    const scale = side / Math.min(bitmap.width, bitmap.height)
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side })
    const [width, height] = [bitmap.width * scale, bitmap.height * scale]
    canvas.getContext('2d')?.drawImage(bitmap, (side - width) / 2, (side - height) / 2, width, height)
    return canvas.toDataURL('image/webp', 0.6)
  } catch {
    return null
  }
}
