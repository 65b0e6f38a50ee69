import { hiddenWords } from '../hidden-words.ts'
import type { Post, PostCreator } from '../post.ts'

export interface Described extends Pick<Post, 'altText' | 'title'> {
  creator: Pick<PostCreator, 'displayName'>
}

/** What is said of its image: the author's words, else those that made it; where these are hidden, whose it is. */
export function altOf({ altText, title, creator }: Described, m: { imageOf: (name: string) => string }): string {
  return altText === hiddenWords ? [m.imageOf(creator.displayName), title].filter(Boolean).join(', ') : altText
}
