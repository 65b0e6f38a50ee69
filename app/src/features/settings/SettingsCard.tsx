import { useQuery } from '@tanstack/react-query'
import { useId, type ReactNode } from 'react'

import { useUserId } from '#data/session.ts'
import { mySettingsQuery, type MySettings } from '#entities/profile/my-settings.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { settingsMessages } from './settings.i18n.ts'

export interface SettingsCardProps {
  title: string
  children: (settings: MySettings, userId: string) => ReactNode
}

/** A card of rows that need one's settings. */
export function SettingsCard({ title, children }: SettingsCardProps) {
  const m = useMessages(settingsMessages)
  const id = useId()
  const userId = useUserId() ?? ''
  const { data, isError, refetch } = useQuery({ ...mySettingsQuery(userId), enabled: userId !== '' })
  const retry = (
    <Button size="sm" onClick={() => void refetch()}>
      {m.retry}
    </Button>
  )
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {data && <ul className="mt-1 divide-y divide-line">{children(data, userId)}</ul>}
      {!data && !isError && <Skeleton className="mt-4 h-48 rounded-md" />}
      {!data && isError && (
        <div className="mt-4">
          <Alert tone="danger" action={retry}>
            {m.failed}
          </Alert>
        </div>
      )}
    </section>
  )
}
