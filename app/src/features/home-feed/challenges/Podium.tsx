import { useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { Picture } from '#entities/image/Picture.tsx'
import { challengeQueries, type Challenge, type Winner } from '#entities/post/challenge/challenge-queries.ts'
import { calledBy } from '#entities/profile/person-card.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'

import { challengesMessages } from './challenges.i18n.ts'

/** The three that most people liked until the end, and whose they are. */
export function Podium({ challenge: { id, settled_at: settledAt } }: { challenge: Challenge }) {
  const m = useMessages(challengesMessages)
  const { data: winners = [] } = useQuery(challengeQueries.winners(id, useUserId()))
  if (settledAt === null)
    return (
      <p role="status" className="px-(--gutter) pb-5 text-text-2 md:px-8">
        {m.counting}
      </p>
    )
  if (winners.length === 0) return null
  return (
    <section aria-labelledby="podium" className="grid gap-3 px-(--gutter) pb-7 md:px-8">
      <h2 id="podium" className="text-lg">
        {m.podium}
      </h2>
      <ol className="grid grid-cols-3 gap-2 md:max-w-200 md:gap-4">
        {winners.map((winner) => (
          <Place key={winner.post.id} winner={winner} />
        ))}
      </ol>
    </section>
  )
}

function Place({ winner: { place, likes, post } }: { winner: Winner }) {
  const m = useMessages(challengesMessages)
  const who = calledBy(post.creator)
  const image = { url: post.image_url, width: post.width ?? 1, height: post.height ?? 1, thumbhash: post.thumbhash }
  return (
    <li className="min-w-0">
      <Link to={paths.post} params={{ id: post.id }} className="grid gap-1.5">
        <Picture
          image={image}
          alt={post.alt_text || m.picture(who)}
          sizes="(min-width: 768px) 256px, 33vw"
          className="aspect-square! w-full rounded-img"
        />
        <span className="text-sm font-semibold">{m.place(place)}</span>
        <bdi className="truncate text-sm">{who}</bdi>
        <span className="text-xs text-text-3">{m.liked(likes)}</span>
      </Link>
    </li>
  )
}
