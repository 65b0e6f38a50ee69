import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow'
import LayoutGrid from 'lucide-react/icons/layout-grid'
import List from 'lucide-react/icons/list'
import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react'

import { useUserId } from '#data/session.ts'
import { MyImagesLink } from '#entities/generation/MyImagesLink.tsx'
import { calledBy } from '#entities/profile/person-card.ts'
import type { Profile } from '#entities/profile/profile-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Menu } from '#ui/menu/Menu.tsx'
import { TabStrip } from '#ui/TabStrip.tsx'

import { Collections } from './Collections.tsx'
import { galleryQueries, type GalleryFilter, type GalleryOrder, type GalleryTab } from './gallery-queries.ts'
import { setGalleryView, useGalleryView } from './gallery-view.ts'
import { galleryMessages } from './gallery.i18n.ts'
import { GalleryFilters } from './GalleryFilters.tsx'
import { GalleryPosts } from './GalleryPosts.tsx'
import { PlannedPosts } from './PlannedPosts.tsx'

type Tab = Exclude<GalleryTab, 'saved'> | 'collections'

const everybodys: readonly Tab[] = ['creations', 'remixes', 'collections']
const ones: readonly Tab[] = [...everybodys, 'liked', 'drafts']
const panelId = 'gallery'
const nothingChosen = { collection: undefined, tag: undefined, mode: undefined }

/** What somebody made, gathered and, on one's own profile, likes and keeps private; which of it is in the address. */
export function ProfileTabs({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const m = useMessages(galleryMessages)
  const userId = useUserId()
  const { search } = usePlace()
  const tabs = isOwn ? ones : everybodys
  const tab = tabs.find((known) => known === search['tab']) ?? 'creations'
  const order: GalleryOrder = search['order'] === 'popular' ? 'popular' : 'newest'
  const isFilterable = tab === 'creations' || tab === 'remixes'
  const filter: GalleryFilter = isFilterable ? { tag: search['tag'], mode: search['mode'] } : {}
  const isNarrowed = filter.tag !== undefined || filter.mode !== undefined
  const section = useShownFirst(search['tab'] !== undefined)
  const change = (next: Tab) =>
    changeSearch({ ...nothingChosen, tab: next === 'creations' ? undefined : next }, { replace: true })
  return (
    <section
      ref={section}
      aria-label={m.tabs}
      className="mt-4 scroll-mt-[calc(var(--stuck)+var(--top-h))] md:mx-8 md:scroll-mt-(--stuck)"
    >
      <div className="sticky top-[calc(var(--stuck)+var(--top-h))] z-(--z-sticky) bg-bg px-(--gutter) md:top-(--stuck) md:px-0">
        <TabStrip
          label={m.tabs}
          value={tab}
          tabs={tabs.map((value) => ({ value, label: m[value] }))}
          onChange={change}
          panelId={panelId}
        />
      </div>
      {tab !== 'collections' && (
        <ListBar order={isFilterable ? order : null}>
          {isFilterable && (
            <GalleryFilters personId={profile.id} userId={userId} isRemixes={tab === 'remixes'} chosen={filter} />
          )}
        </ListBar>
      )}
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${tab}`} tabIndex={-1} className="min-h-80">
        {tab === 'drafts' && <PlannedPosts userId={profile.id} />}
        {tab === 'collections' ? (
          <Collections personId={profile.id} isOwn={isOwn} />
        ) : (
          <GalleryPosts
            key={`${tab}.${order}.${filter.tag}.${filter.mode}`}
            personId={profile.id}
            tab={tab}
            order={order}
            filter={filter}
            empty={<Nothing {...{ tab, isOwn, isNarrowed, profile }} />}
          />
        )}
      </div>
    </section>
  )
}

/** Whoever is led to one of the tabs begins there, not with everything that stands above it. */
function useShownFirst(isMeant: boolean): RefObject<HTMLElement | null> {
  const section = useRef<HTMLElement>(null)
  const show = useEffectEvent(() => {
    if (isMeant && scrollY === 0) section.current?.scrollIntoView({ behavior: 'instant' })
  })
  useEffect(() => {
    // After the page itself has gone to its top.
    const frame = requestAnimationFrame(() => show())
    return () => cancelAnimationFrame(frame)
  }, [])
  return section
}

/** Over a list: what narrows it, how it is shown and, where there is a choice, in which order. */
function ListBar({ order, children }: { order: GalleryOrder | null; children: ReactNode }) {
  return (
    <div className="flex min-h-14 items-center gap-1 pr-1 pl-(--gutter) md:px-0">
      <div className="min-w-0 flex-1">{children}</div>
      <View />
      {order !== null && <Order order={order} />}
    </div>
  )
}

/** Pictures alone, or each with its words. */
function View() {
  const m = useMessages(galleryMessages)
  const view = useGalleryView()
  const [other, Icon] = view === 'grid' ? (['list', List] as const) : (['grid', LayoutGrid] as const)
  return (
    <IconButton
      label={m[`as_${other}`]}
      icon={<Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />}
      onClick={() => setGalleryView(other)}
    />
  )
}

function Order({ order }: { order: GalleryOrder }) {
  const m = useMessages(galleryMessages)
  const item = (value: GalleryOrder) => ({
    label: m[value],
    isChecked: order === value,
    onPress: () => changeSearch({ order: value === 'newest' ? undefined : value }, { replace: true }),
  })
  return (
    <Menu
      label={`${m.sort} : ${m[order]}`}
      icon={<ArrowDownWideNarrow aria-hidden="true" className="size-5" strokeWidth={1.75} />}
      iconOnly
      items={[item('newest'), item('popular')]}
    />
  )
}

interface NothingProps {
  tab: Exclude<Tab, 'collections'>
  profile: Profile
  isOwn: boolean
  /** By a filter, which is why there is nothing. */
  isNarrowed: boolean
}

function Nothing({ tab, profile, isOwn, isNarrowed }: NothingProps) {
  const m = useMessages(galleryMessages)
  if (isNarrowed) return <NothingLikeIt />
  if (tab === 'remixes') return <EmptyState title={m.emptyRemixes} text={m.emptyRemixesText} />
  if (tab === 'liked') return <EmptyState title={m.emptyLiked} text={m.emptyLikedText} action={<ToFeed />} />
  if (tab === 'drafts') {
    return <EmptyState title={m.emptyDrafts} text={m.emptyDraftsText} action={<MyImagesLink />} />
  }
  const hasPublished = (profile.counters?.posts_count ?? 0) > 0
  if (isOwn) return hasPublished ? <OnlyRemixes /> : <NothingPublished />
  if (hasPublished) return <NothingForOne personId={profile.id} />
  return <EmptyState title={m.emptyOther(calledBy(profile))} text={m.emptyOtherText} action={<ToFeed />} />
}

/** What is counted may be for others alone: of remixes is only said what one can see. */
function NothingForOne({ personId }: { personId: string }) {
  const m = useMessages(galleryMessages)
  const remixes = { personId, userId: useUserId(), tab: 'remixes', order: 'newest', filter: {} } as const
  const { data, isLoading } = useInfiniteQuery(galleryQueries.posts(remixes))
  if (isLoading) return null
  if (data?.pages.some(({ posts }) => posts.length > 0)) return <OnlyRemixes />
  return <EmptyState title={m.emptyForOne} text={m.emptyOtherText} action={<ToFeed />} />
}

/** What is counted above stands under « Remix ». */
function OnlyRemixes() {
  const m = useMessages(galleryMessages)
  const see = <Button onClick={() => changeSearch({ tab: 'remixes' }, { replace: true })}>{m.toRemixes}</Button>
  return <EmptyState text={m.emptyButRemixes} action={see} />
}

/** The first picture is free; whoever has made it can publish it. */
function NothingPublished() {
  const m = useMessages(galleryMessages)
  const { data: hasMade } = useQuery(galleryQueries.hasMade(useUserId()))
  if (hasMade === undefined) return null
  if (hasMade) return <EmptyState title={m.emptyOwn} text={m.emptyOwnMadeText} action={<MyImagesLink />} />
  const create = (
    <Button variant="primary" onClick={() => openModal('create')}>
      {m.create}
    </Button>
  )
  return <EmptyState title={m.emptyOwn} text={m.emptyOwnText} action={create} />
}

function NothingLikeIt() {
  const m = useMessages(galleryMessages)
  const all = <Button onClick={() => changeSearch(nothingChosen, { replace: true })}>{m.showAll}</Button>
  return <EmptyState title={m.emptyFilter} text={m.emptyFilterText} action={all} />
}

function ToFeed() {
  const m = useMessages(galleryMessages)
  return (
    <Link to="/" className={buttonClass()}>
      {m.toFeed}
    </Link>
  )
}
