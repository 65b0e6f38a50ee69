import type { Post } from '../post.ts'

/** Whether its author has described it in other words than those that stand beside it. */
export function hasOwnAlt({ altText, prompt }: Pick<Post, 'altText' | 'prompt'>): boolean {
  return altText.trim() !== '' && altText !== prompt
}
