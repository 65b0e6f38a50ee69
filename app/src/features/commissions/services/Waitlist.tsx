import type { Service, WaitingPerson } from '@product/contract'
import { useQuery } from '@tanstack/react-query'

import { mediaAddress } from '#data/config.ts'
import { serviceQueries } from '#entities/commission/service/service-queries.ts'
import { originalUrl } from '#entities/image/image-source.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'

import { servicesMessages } from './services.i18n.ts'

const storage = mediaAddress()

/** Who waits for a place, in their order; the server gives free places away by itself. */
export function Waitlist({ service: { id } }: { service: Service }) {
  const m = useMessages(servicesMessages)
  const { data: people, isError } = useQuery(serviceQueries.waitlist(id))
  if (isError && !people) return <p className="text-sm text-text-2">{m.listUnread}</p>
  if (!people || people.length === 0) return null
  const waiting = people.filter(({ state }) => state === 'waiting')
  return (
    <section aria-label={m.list(people.length)} className="grid gap-2">
      <h2 className="text-sm font-semibold">{m.list(people.length)}</h2>
      <p className="text-xs text-text-3">{m.listText}</p>
      <ol className="grid gap-1">
        {people.map((person) => (
          <Waiting key={person.id} person={person} place={waiting.indexOf(person) + 1} />
        ))}
      </ol>
    </section>
  )
}

function Waiting({ person: { client, state, until }, place }: { person: WaitingPerson; place: number }) {
  const m = useMessages(servicesMessages)
  if (client.id === null) return null
  return (
    <li className="flex min-w-0 items-center gap-2.5 py-1">
      <Avatar id={client.id} src={client.avatar_url && originalUrl(client.avatar_url, storage)} size="sm" />
      <span className="min-w-0 text-sm">
        <Link to={paths.profile} params={{ handle: client.username ?? client.id }} className="link">
          <bdi>{client.display_name ?? client.username}</bdi>
        </Link>
        <span className="block text-xs text-text-2">
          {state === 'offered' && until !== null ? m.offeredTo(until) : m.position(place)}
        </span>
      </span>
    </li>
  )
}
