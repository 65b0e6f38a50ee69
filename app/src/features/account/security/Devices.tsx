import { useMutation, useQuery } from '@tanstack/react-query'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'

import { deviceName, isPhone } from '#entities/session/device-name.ts'
import { formatCountry } from '#i18n/country.ts'
import { formatAgo } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { securityMessages } from './security.i18n.ts'
import { SecurityRow } from './SecurityRow.tsx'
import {
  endSessionMutation,
  sessionPlacesQuery,
  sessionsQuery,
  type DeviceSession,
  type SessionPlace,
} from './session-data.ts'

/** Where one is signed in. */
export function Devices() {
  const m = useMessages(securityMessages)
  const { data: sessions, isError, refetch } = useQuery(sessionsQuery)
  const { data: known } = useQuery(sessionPlacesQuery)
  const retry = (
    <Button size="sm" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  return (
    <section className="card" aria-labelledby="devices">
      <h2 id="devices">{m.devices}</h2>
      {sessions && (
        <ul className="mt-1 divide-y divide-line">
          {sessions.map((session) => (
            <Device key={session.id} session={session} place={known?.places.find(({ id }) => id === session.id)} />
          ))}
        </ul>
      )}
      {sessions && known?.source && known.places.some(({ city }) => city !== null) && <Source />}
      {!sessions && !isError && <Skeleton className="mt-1 h-16 rounded-md" />}
      {!sessions && isError && (
        <div className="mt-4">
          <Alert tone="danger" action={retry}>
            {m.notLoaded}
          </Alert>
        </div>
      )}
    </section>
  )
}

/** As the licence of the data asks. */
function Source() {
  const m = useMessages(securityMessages)
  return (
    <p className="mt-2 text-xs text-text-3">
      {m.placesBy}{' '}
      <a className="link" href="https://db-ip.com" target="_blank" rel="noreferrer">
        DB-IP
      </a>
    </p>
  )
}

interface DeviceProps {
  session: DeviceSession
  place: SessionPlace | undefined
}

function Device({ session, place }: DeviceProps) {
  const m = useMessages(securityMessages)
  const { mutate } = useMutation(endSessionMutation)
  const { id, user_agent: agent, ip, last_used_at: last, is_current: isCurrent } = session
  const name = deviceName(agent) ?? m.unknownDevice
  return (
    <SecurityRow
      icon={isPhone(agent) ? Smartphone : Monitor}
      name={isCurrent ? `${name} · ${m.thisDevice}` : name}
      help={[isCurrent ? m.inUse : m.lastUsed(formatAgo(last)), place && placeName(place), ip]
        .filter(Boolean)
        .join(' · ')}
      action={
        !isCurrent && (
          <Button size="sm" aria-label={m.endSessionOf(name)} onClick={() => mutate(id)}>
            {m.endSession}
          </Button>
        )
      }
    />
  )
}

function placeName({ city, country }: SessionPlace): string {
  return [city, formatCountry(country)].filter(Boolean).join(', ')
}
