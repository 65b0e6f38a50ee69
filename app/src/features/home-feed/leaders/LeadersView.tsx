/** `/leaders`: whose images moved most people this week or last week, of all and by hashtag. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { useUserId } from '#data/session.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { FollowButton } from '#entities/profile/FollowButton.tsx'
import { calledBy, handleOf } from '#entities/profile/person-card.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { Avatar } from '#ui/picture/Avatar.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { leaderQueries, mondayOf, type Leader } from './leader-queries.ts'
import { leadersMessages } from './leaders.i18n.ts'

type Week = 'now' | 'last'

export function LeadersView() {
  const m = useMessages(leadersMessages)
  const userId = useUserId()
  const [week, setWeek] = useState<Week>('now')
  const [wanted, setWanted] = useState('')
  const monday = mondayOf(week)
  const { data: themes = [] } = useQuery(leaderQueries.themes(monday))
  const theme = themes.includes(wanted) ? wanted : ''
  usePageTitle(m.title)
  return (
    <div className="page grid gap-5 pb-10">
      <header className="grid gap-2">
        <h1>{m.title}</h1>
        <p className="max-w-160 text-text-2">{m.text}</p>
      </header>
      <div className="flex flex-wrap items-end gap-4">
        <SegmentedControl
          label={m.when}
          value={week}
          options={[
            { value: 'now', label: m.now },
            { value: 'last', label: m.last },
          ]}
          onChange={setWeek}
          className="w-full max-w-88"
        />
        {themes.length > 0 && (
          <SelectField
            label={m.theme}
            value={theme}
            options={[{ value: '', label: m.all }, ...themes.map((tag) => ({ value: tag, label: `#${tag}` }))]}
            onChange={({ target }) => setWanted(target.value)}
          />
        )}
      </div>
      <Board week={week} monday={monday} theme={theme} />
      {userId !== null && (
        <p>
          <Link to={paths.settings} search={{ section: 'privacy' }} className="link inline-block text-sm">
            {m.leave}
          </Link>
        </p>
      )}
    </div>
  )
}

function Board({ week, monday, theme }: { week: Week; monday: string; theme: string }) {
  const m = useMessages(leadersMessages)
  const { data, isError, refetch } = useQuery(leaderQueries.list(monday, theme, useUserId()))
  const retry = (
    <Button size="sm" variant="line" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  if (!data)
    return isError ? <Alert tone="danger" title={m.unread} action={retry} /> : <Skeleton className="h-120 rounded-lg" />
  if (data.length === 0)
    return week === 'now' ? (
      <EmptyState
        title={m.empty}
        text={m.emptyNow}
        action={<Button onClick={() => openModal('create')}>{m.create}</Button>}
      />
    ) : (
      <EmptyState title={m.empty} text={m.emptyLast} />
    )
  return (
    <ol aria-label={m.list(theme === '' ? m.all : `#${theme}`)} className="divide-y divide-line">
      {data.map((leader) => (
        <Line key={leader.user_id} leader={leader} />
      ))}
    </ol>
  )
}

function Line({ leader: { rank, people, person, post } }: { leader: Leader }) {
  const m = useMessages(leadersMessages)
  const isOwn = useUserId() === person.id
  const name = calledBy(person)
  return (
    <li className="flex items-center gap-3 py-3 sm:gap-4">
      <span className="num w-8 flex-none text-center text-2xl font-semibold">
        <span className="sr-only">{m.place(rank)}</span>
        <span aria-hidden="true">{rank}</span>
      </span>
      <Link
        to={paths.profile}
        params={{ handle: handleOf(person) }}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3"
      >
        <Avatar id={person.id} src={person.avatar_url} size="lg" />
        <span className="min-w-0">
          <bdi className="block truncate font-semibold">{isOwn ? `${name} · ${m.own}` : name}</bdi>
          <span className="block text-sm text-text-3">{m.moved(people)}</span>
        </span>
      </Link>
      {post && (
        <Link to={paths.post} params={{ id: post.id }} className="flex-none">
          <Picture
            image={{ url: post.image_url, width: post.width ?? 1, height: post.height ?? 1, thumbhash: post.thumbhash }}
            alt={post.alt_text || m.picture(name)}
            sizes="56px"
            className="aspect-square! size-14 rounded-img"
          />
        </Link>
      )}
      <FollowButton personId={person.id} isPrivate={person.is_private} look={{ size: 'sm' }} />
    </li>
  )
}
