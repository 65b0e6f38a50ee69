import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow'

import { MyImagesLink } from '#entities/generation/MyImagesLink.tsx'
import type { Profile } from '#entities/profile/profile-queries.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { changeSearch } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button-class.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Menu } from '#ui/Menu.tsx'
import { TabStrip } from '#ui/TabStrip.tsx'

import { Collections } from './Collections.tsx'
import { galleryMessages } from './gallery-messages.ts'
import type { GalleryOrder, GalleryTab } from './gallery-queries.ts'
import { GalleryPosts } from './GalleryPosts.tsx'

type Tab = Exclude<GalleryTab, 'saved'> | 'collections'

const everybodys: readonly Tab[] = ['creations', 'remixes', 'collections']
const ones: readonly Tab[] = [...everybodys, 'liked', 'drafts']
const panelId = 'gallery'

/** What somebody made, gathered and, on one's own profile, likes and keeps private; which of it is in the address. */
export function ProfileTabs({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const m = useMessages(galleryMessages)
  const { search } = usePlace()
  const tabs = isOwn ? ones : everybodys
  const tab = tabs.find((known) => known === search['tab']) ?? 'creations'
  const order: GalleryOrder = search['order'] === 'popular' ? 'popular' : 'newest'
  const change = (next: Tab) =>
    changeSearch({ tab: next === 'creations' ? undefined : next, collection: undefined }, { replace: true })
  return (
    <section aria-label={m.tabs} className="mt-4 md:mx-8">
      <div className="sticky top-(--top-h) z-(--z-sticky) flex items-center border-b border-line bg-bg px-(--gutter) md:top-0 md:px-0">
        <div className="-mb-px min-w-0 flex-1">
          <TabStrip
            label={m.tabs}
            value={tab}
            tabs={tabs.map((value) => ({ value, label: m[value] }))}
            onChange={change}
            panelId={panelId}
          />
        </div>
        {(tab === 'creations' || tab === 'remixes') && <Order order={order} />}
      </div>
      <div id={panelId} role="tabpanel" aria-labelledby={`${panelId}-${tab}`} tabIndex={-1} className="min-h-80">
        {tab === 'collections' ? (
          <Collections personId={profile.id} isOwn={isOwn} />
        ) : (
          <GalleryPosts
            key={`${tab}.${order}`}
            personId={profile.id}
            tab={tab}
            order={order}
            empty={
              <Nothing
                tab={tab}
                name={profile.username ? `@${profile.username}` : profile.display_name}
                isOwn={isOwn}
              />
            }
          />
        )}
      </div>
    </section>
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

function Nothing({ tab, name, isOwn }: { tab: Exclude<Tab, 'collections'>; name: string; isOwn: boolean }) {
  const m = useMessages(galleryMessages)
  if (tab === 'remixes') return <EmptyState title={m.emptyRemixes} text={m.emptyRemixesText} />
  if (tab === 'liked') return <EmptyState title={m.emptyLiked} text={m.emptyLikedText} action={<ToFeed />} />
  if (tab === 'drafts') {
    return <EmptyState title={m.emptyDrafts} text={m.emptyDraftsText} action={<MyImagesLink />} />
  }
  if (!isOwn) return <EmptyState title={m.emptyOther(name)} text={m.emptyOtherText} action={<ToFeed />} />
  const create = (
    <Button variant="primary" onClick={() => openModal('create')}>
      {m.create}
    </Button>
  )
  return <EmptyState title={m.emptyOwn} text={m.emptyOwnText} action={create} />
}

function ToFeed() {
  const m = useMessages(galleryMessages)
  return (
    <Link to="/" className={buttonClass()}>
      {m.toFeed}
    </Link>
  )
}
