import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import Bookmark from 'lucide-react/icons/bookmark'
import LinkIcon from 'lucide-react/icons/link'
import Lock from 'lucide-react/icons/lock'

import { useUserId } from '#data/session.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { galleryQueries, type Collection } from './gallery-queries.ts'
import { galleryMessages } from './gallery.i18n.ts'
import { GalleryPosts } from './GalleryPosts.tsx'

/** In the address: what is no collection of its own. */
const saved = 'saved'

/** Somebody's collections as covers that lead to them. One's own begin with all that one has saved. */
export function Collections({ personId, isOwn }: { personId: string; isOwn: boolean }) {
  const { collection } = usePlace().search
  const { data, isPending, isError, refetch } = useQuery(galleryQueries.collections(personId, useUserId()))
  const m = useMessages(galleryMessages)
  if (isOwn && collection === saved) return <Saved personId={personId} />
  if (isPending) return <Skeleton className="mt-3 h-48 rounded-md" />
  if (isError && !data) {
    const retry = (
      <Button size="sm" variant="ghost" onClick={() => void refetch()}>
        {m.retry}
      </Button>
    )
    return (
      <div className="py-6">
        <Alert tone="danger" title={m.failed} action={retry} />
      </div>
    )
  }
  if (data.length === 0 && !isOwn) return <EmptyState title={m.emptyCollections} text={m.emptyCollectionsOther} />
  return (
    <>
      <ul className="grid grid-cols-2 gap-4 px-(--gutter) pt-4 md:grid-cols-3 md:px-0 xl:grid-cols-4">
        {isOwn && <SavedCover />}
        {data.map((one) => (
          <Cover key={one.id} collection={one} />
        ))}
      </ul>
      {data.length === 0 && <p className="px-(--gutter) pt-4 text-sm text-text-3 md:px-0">{m.emptyCollectionsOwn}</p>}
    </>
  )
}

const open = (id: string | undefined) => changeSearch({ collection: id })

function SavedCover() {
  const m = useMessages(galleryMessages)
  return (
    <li>
      <button type="button" onClick={() => open(saved)} className="grid w-full gap-2 text-left">
        <span className="grid aspect-4/3 place-items-center rounded-img bg-surface-2 text-text-2">
          <Bookmark aria-hidden="true" className="size-8" strokeWidth={1.5} />
        </span>
        <span className="text-sm font-semibold">{m.savedAll}</span>
      </button>
    </li>
  )
}

function Cover({ collection: { id, name, visibility, count, pictures } }: { collection: Collection }) {
  const m = useMessages(galleryMessages)
  const marks = { private: [Lock, m.onlyYou], unlisted: [LinkIcon, m.withLink] } as const
  const [Icon, mark] = visibility === 'public' ? [] : marks[visibility]
  return (
    <li>
      <Link to={paths.collection} params={{ id }} className="grid w-full gap-2 text-left">
        <span className="grid aspect-4/3 grid-cols-2 grid-rows-2 gap-0.5 overflow-hidden rounded-img bg-surface-2">
          {pictures.map((picture, place) => (
            <Picture
              key={picture.id}
              image={picture}
              alt=""
              sizes="(width >= 64rem) 12rem, 25vw"
              className={`aspect-auto! size-full ${spans[pictures.length]?.[place] ?? ''}`}
            />
          ))}
        </span>
        <span className="min-w-0">
          <span className="flex items-center gap-1.5 text-sm font-semibold">
            <span className="truncate">{name}</span>
            {Icon && <Icon role="img" aria-label={mark} className="size-3.5 flex-none text-text-3" />}
          </span>
          <span className="block text-xs text-text-3">{m.images(count)}</span>
        </span>
      </Link>
    </li>
  )
}

/** Few pictures fill the cover too. */
const spans: Record<number, string[]> = {
  1: ['col-span-2 row-span-2'],
  2: ['row-span-2', 'row-span-2'],
  3: ['row-span-2'],
}

function Saved({ personId }: { personId: string }) {
  const m = useMessages(galleryMessages)
  const empty = <EmptyState title={m.emptySaved} text={m.emptyCollectionsOwn} />
  return (
    <>
      <Heading name={m.savedAll} />
      <GalleryPosts personId={personId} tab="saved" empty={empty} />
    </>
  )
}

function Heading({ name }: { name: string }) {
  const m = useMessages(galleryMessages)
  return (
    <div className="flex items-start gap-2 px-(--gutter) pt-3 pb-2 md:px-0">
      <Button
        size="sm"
        variant="ghost"
        aria-label={m.back}
        className="-ml-2 px-2!"
        onClick={() => open(undefined)}
        icon={<ArrowLeft aria-hidden="true" className="size-4.5" />}
      />
      <div className="min-w-0">
        <h2 className="text-lg wrap-anywhere">{name}</h2>
      </div>
    </div>
  )
}
