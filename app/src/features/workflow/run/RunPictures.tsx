import { Picture } from '#entities/image/Picture.tsx'
import { imagesOf, type Run } from '#entities/workflow/run.ts'

import { storedImage } from './stored-image.ts'

/** The first pictures that a run gave, small. */
export function RunPictures({ run, most }: { run: Run; most: number }) {
  return (
    <ul className="flex gap-1.5">
      {imagesOf(run)
        .slice(0, most)
        .map((image) => (
          <li key={image.url}>
            <Picture
              image={storedImage(image)}
              alt={image.prompt}
              sizes="48px"
              className="aspect-square! size-12 rounded-img"
            />
          </li>
        ))}
    </ul>
  )
}
