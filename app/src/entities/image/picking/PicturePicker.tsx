/** A grid of pictures, one of which is taken with one tap. */
import { useInfiniteQuery } from '@tanstack/react-query'

import { mediaAddress } from '#data/config.ts'
import { useUserId } from '#data/session.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { originalUrl } from '../image-source.ts'
import { Picture } from '../Picture.tsx'
import { pickingMessages } from './picking.i18n.ts'
import { pickablePictures, type PickablePicture } from './picture-queries.ts'

export interface PicturePickerProps {
  source: 'feed' | 'mine'
  /** Those that were taken already are left out. */
  without?: readonly string[]
  onClose: () => void
  onPick: (url: string, postId: string | null, picture: PickablePicture) => void
}

const grid = 'grid grid-cols-3 gap-1.5 md:grid-cols-4'

export function PicturePicker({ source, without, onClose, onPick }: PicturePickerProps) {
  const m = useMessages(pickingMessages)
  const query = useInfiniteQuery(pickablePictures(source, useUserId()))
  const { data, isPending, isError, hasNextPage, isFetchingNextPage } = query
  const pictures = leaveOut(data?.pages.flat() ?? [], without)
  const storage = mediaAddress()
  return (
    <Dialog title={source === 'mine' ? m.mine : m.feed} onClose={onClose} size="md">
      {isPending && (
        <div className={grid}>
          {Array.from({ length: 9 }, (_, place) => (
            <Skeleton key={place} className="aspect-square rounded-img!" />
          ))}
        </div>
      )}
      {isError && (
        <div role="alert" className="grid justify-items-center gap-3 py-8 text-center">
          {m.loadFailed}
          <Button onClick={() => void query.refetch()}>{m.retry}</Button>
        </div>
      )}
      {data && pictures.length === 0 && (
        <p className="py-8 text-center text-text-2">{source === 'mine' ? m.noneMine : m.noneFeed}</p>
      )}
      <ul className={grid}>
        {pictures.map((picture) => (
          <li key={picture.id}>
            <button
              type="button"
              aria-label={m.choose(picture.prompt)}
              onClick={() => onPick(originalUrl(picture.url, storage), source === 'feed' ? picture.id : null, picture)}
              className="block w-full"
            >
              <Picture
                image={picture}
                alt=""
                sizes="(width < 48rem) 30vw, 150px"
                className="aspect-square! w-full rounded-img"
              />
            </button>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <Button wide className="mt-3" disabled={isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {m.more}
        </Button>
      )}
    </Dialog>
  )
}

function leaveOut(
  pictures: readonly PickablePicture[],
  without: readonly string[] | undefined,
): readonly PickablePicture[] {
  return without ? pictures.filter(({ id }) => !without.includes(id)) : pictures
}
