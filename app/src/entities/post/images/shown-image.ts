/** The images of a post, and which of them is meant where one alone is: in an address, to remix, to save. */
import { changeSearch, getPlace } from '#navigation/place.ts'

import type { Post, ShownImage } from '../post.ts'

export function imagesOf({ image, altText, moreImages = [], first }: Post): readonly ShownImage[] {
  const begin = first ?? { ...image, alt: altText }
  return [begin, ...moreImages.map((more) => ({ ...more, alt: more.alt ?? begin.alt }))]
}

/** From 1, as an address says it; the first where it says none that there is. */
export function imageNumber({ moreImages = [] }: Post, said: string | undefined): number {
  const number = Number(said)
  return Number.isInteger(number) && number >= 1 && number <= moreImages.length + 1 ? number : 1
}

/** How an address says it: not at all where it is the first. */
export const saidNumber = (number: number): string | undefined => (number > 1 ? String(number) : undefined)

/** The post with that image in the place of its first: what is done with one is done with it. */
export function asShown<Shown extends Post>(post: Shown, said: string | undefined): Shown {
  const images = imagesOf(post)
  const number = imageNumber(post, said)
  const image = images[number - 1]
  if (!image || number === 1) return post
  return { ...post, image, altText: image.alt, first: images[0], shown: saidNumber(number) }
}

/** On the page of the post. */
export function showImage(number: number): void {
  changeSearch({ image: saidNumber(number) }, { replace: true, state: getPlace().state })
}
