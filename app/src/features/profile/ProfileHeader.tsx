import { useQuery } from '@tanstack/react-query'
import BadgeCheck from 'lucide-react/icons/badge-check'
import LinkIcon from 'lucide-react/icons/link'
import Lock from 'lucide-react/icons/lock'
import type { MouseEvent } from 'react'

import { mediaAddress } from '#data/config.ts'
import { useUserId } from '#data/session.ts'
import { originalUrl, sourceSet, variantUrl } from '#entities/image/image-source.ts'
import { handleOf } from '#entities/profile/person-card.ts'
import { personMessages } from '#entities/profile/person.i18n.ts'
import type { Counters, Profile } from '#entities/profile/profile-queries.ts'
import { relationQuery } from '#entities/profile/relation/relation-queries.ts'
import { SwitchButton } from '#entities/session/accounts/SwitchButton.tsx'
import { openModal } from '#entities/session/modals.ts'
import { formatMonth } from '#i18n/format-dates.ts'
import { formatCount } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Pagne } from '#ui/cloth/Pagne.tsx'
import { DemoMark } from '#ui/display/DemoMark.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { OthersActions } from './OthersActions.tsx'
import { OwnActions } from './OwnActions.tsx'
import { profileMessages } from './profile.i18n.ts'

const storage = mediaAddress()
const bannerWidth = 1500

export function ProfileHeader({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const m = useMessages(profileMessages)
  return (
    <>
      <Banner id={profile.id} url={profile.banner_url} />
      <header className="@container relative -mt-9 grid grid-cols-[auto_1fr] items-end gap-x-2 gap-y-4 px-(--gutter) *:col-span-full min-[24rem]:gap-x-4 md:px-8">
        <Avatar
          id={profile.id}
          src={profile.avatar_url && originalUrl(profile.avatar_url, storage)}
          size="2xl"
          className="col-auto! shadow-[0_0_0_4px_var(--bg)]"
        />
        {isOwn ? <OwnActions profile={profile} /> : <OthersActions profile={profile} />}
        <div>
          <h1 className="text-[1.875rem] wrap-anywhere *:ms-2 *:inline-flex *:align-middle">
            {profile.display_name}
            {profile.is_demo && <DemoMark />}
            {profile.is_private && <Lock role="img" aria-label={m.privateAccount} className="size-5 text-text-3" />}
            {isOwn && <SwitchButton />}
          </h1>
          {profile.verified_domain && <DomainMark domain={profile.verified_domain} />}
          <p className="text-sm text-text-3">
            {profile.username && `@${profile.username} · `}
            {!isOwn && <FollowsYou personId={profile.id} />}
            {m.memberSince(formatMonth(profile.created_at))}
          </p>
        </div>
        {profile.bio && <p className="max-w-xl wrap-anywhere whitespace-pre-line">{profile.bio}</p>}
        {profile.links.length > 0 && <Links links={profile.links} />}
        {profile.counters && <Counts profile={profile} counters={profile.counters} />}
      </header>
    </>
  )
}

function Banner({ id, url }: { id: string; url: string | null }) {
  if (!url) return <Pagne seed={id} className="h-26 lg:h-38" />
  return (
    <img
      src={variantUrl(url, 960, storage)}
      srcSet={sourceSet({ url, width: bannerWidth }, storage)}
      sizes="100vw"
      alt=""
      fetchPriority="high"
      className="h-30 w-full bg-skeleton object-cover md:h-44 lg:h-60"
    />
  )
}

/** Only the domain's own records can have said so. */
function DomainMark({ domain }: { domain: string }) {
  const m = useMessages(profileMessages)
  return (
    <a
      href={`https://${domain}`}
      title={m.verified(domain)}
      target="_blank"
      rel="nofollow ugc noopener noreferrer"
      className="inline-flex min-h-6 items-center gap-1 text-sm font-medium text-link"
    >
      <BadgeCheck role="img" aria-label={m.isVerified} className="size-5 flex-none" />
      {domain}
    </a>
  )
}

function FollowsYou({ personId }: { personId: string }) {
  const m = useMessages(profileMessages)
  const userId = useUserId()
  const { data } = useQuery({ ...relationQuery(userId ?? '', personId), enabled: userId !== null })
  return data?.followsMe ? `${m.followsYou} · ` : null
}

/** They lead out of the house: nothing of ours goes along, and no search engine takes them for our word. */
function Links({ links }: Pick<Profile, 'links'>) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {links.map(({ label, url }) => (
        <li key={url} className="min-w-0">
          <a
            href={url}
            title={url}
            target="_blank"
            rel="nofollow ugc noopener noreferrer"
            className="link inline-flex min-h-6 max-w-full items-center gap-1.5"
          >
            <LinkIcon aria-hidden="true" className="size-3.75 flex-none" />
            <span className="truncate">{label}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function Counts({ profile, counters }: { profile: Profile; counters: Counters }) {
  const m = useMessages(profileMessages)
  const words = useMessages(personMessages)
  const { posts_count: posts, followers_count: followers, following_count: following } = counters
  return (
    <ul className="flex min-h-6 flex-wrap items-baseline gap-x-5 gap-y-1">
      <li>
        <Count count={posts} word={m.posts(posts)} />
      </li>
      <li>
        <ListLink profile={profile} list="followers">
          <Count count={followers} word={words.followers(followers)} />
        </ListLink>
      </li>
      <li>
        <ListLink profile={profile} list="following">
          <Count count={following} word={words.followings(following)} />
        </ListLink>
      </li>
    </ul>
  )
}

function Count({ count, word }: { count: number; word: string }) {
  return (
    <>
      <b className="num count text-xl">{formatCount(count)}</b> <span className="text-sm text-text-3">{word}</span>
    </>
  )
}

interface ListLinkProps {
  profile: Profile
  list: 'followers' | 'following'
  children: React.ReactNode
}

/** An address of its own, opened over the profile. */
function ListLink({ profile, list, children }: ListLinkProps) {
  const place = { of: profile.id, list }
  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    openModal('people', place)
  }
  return (
    <Link
      to={paths.profile}
      params={{ handle: handleOf(profile) }}
      search={{ modal: 'people', ...place }}
      onClick={open}
      className="inline-block min-h-6 rounded-xs hover:underline"
    >
      {children}
    </Link>
  )
}
