import { Picture } from '#entities/image/Picture.tsx'
import { imagesMessages } from '#entities/post/images/images.i18n.ts'
import { imageNumber, imagesOf, showImage } from '#entities/post/images/shown-image.ts'
import type { Post } from '#entities/post/post.ts'
import { useMessages } from '#i18n/messages.ts'

/** All images of a post under the one that is shown large. */
export function ImageStrip({ post }: { post: Post }) {
  const m = useMessages(imagesMessages)
  const images = imagesOf(post)
  const shown = imageNumber(post, post.shown)
  return (
    <div className="flex justify-center">
      <ul
        aria-label={m.images(images.length)}
        className="no-scrollbar flex gap-2 overflow-x-auto px-(--gutter) py-2.5 lg:pt-4 lg:pb-0"
      >
        {images.map((image, place) => (
          <li key={image.url} className="flex-none">
            <button
              type="button"
              aria-label={m.place(place + 1, images.length)}
              aria-current={place + 1 === shown}
              onClick={() => showImage(place + 1)}
              className="block size-14 overflow-hidden rounded-img opacity-70 hover:opacity-100 aria-[current=true]:opacity-100 aria-[current=true]:outline-2 aria-[current=true]:outline-offset-2 aria-[current=true]:outline-accent"
            >
              <span className="grid size-full place-items-center *:min-h-full *:min-w-full">
                <Picture image={image} alt="" sizes="56px" />
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
