import type { WorkflowImage } from '@product/contract'

import type { StoredImage } from '#entities/image/image-source.ts'

/** A picture that came by the form has no known size: it is shown square. */
export function storedImage({ url, width, height, thumbhash }: WorkflowImage): StoredImage {
  return { url, width: width ?? 1, height: height ?? 1, thumbhash }
}
