/** Which of the reader's own filters a post falls under, as the lists judge it. */
import type { Post } from '#entities/post/post.ts'
import type { Mute } from '#entities/profile/safety-queries.ts'

/** The name of the filter as the reader knows it; `null` where none applies. */
export function filterOf(post: Post, mutes: readonly Pick<Mute, 'kind' | 'target'>[]): string | null {
  const { creator, prompt, title, description, hashtags, altText } = post
  const tags = new Set(hashtags.map(fold))
  const words = fold([prompt, title, description, hashtags.join(','), altText].join(' '))
  for (const { kind, target } of mutes) {
    if (kind === 'user' && target === creator.id) {
      return creator.username === null ? creator.displayName : `@${creator.username}`
    }
    if (kind === 'hashtag' && tags.has(fold(target))) return `#${target}`
    if (kind === 'word' && words.includes(fold(target))) return target
  }
  return null
}

/** Neither accents nor case count. */
function fold(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll('œ', 'oe').replaceAll('æ', 'ae').toLowerCase()
}
