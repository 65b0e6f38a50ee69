/** What its author has planned, the next first: over the drafts, which it is no part of yet. */
import { useQuery } from '@tanstack/react-query'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'

import { Picture } from '#entities/image/Picture.tsx'
import { hourAt } from '#entities/post/planned/planned-hour.ts'
import {
  cancelPlanned,
  explainRefusal,
  movePlanned,
  plannedPostsQuery,
  publishPlanned,
  wordMoment,
  type PlannedPost,
} from '#entities/post/planned/planned-posts.ts'
import { plannedMessages } from '#entities/post/planned/planned.i18n.ts'
import { PlannedHourField } from '#entities/post/planned/PlannedHourField.tsx'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Menu } from '#ui/menu/Menu.tsx'

export function PlannedPosts({ userId }: { userId: string }) {
  const m = useMessages(plannedMessages)
  const { data, isError, refetch } = useQuery(plannedPostsQuery(userId))
  const [moving, setMoving] = useState<PlannedPost | null>(null)
  if (isError && !data) {
    const retry = (
      <Button size="sm" variant="ghost" onClick={() => void refetch()}>
        {m.retry}
      </Button>
    )
    return <Alert tone="danger" title={m.failed} action={retry} />
  }
  if (!data || data.length === 0) return null
  return (
    <section aria-label={m.title} className="mx-(--gutter) mb-5 rounded-md border border-line bg-surface md:mx-0">
      <h2 className="flex items-center gap-2 px-4 pt-3.5 pb-1 text-base">
        <CalendarClock aria-hidden="true" className="size-4.5 text-text-3" strokeWidth={1.75} />
        {m.title}
      </h2>
      <ul className="divide-y divide-line">
        {data.map((planned) => (
          <Line key={planned.id} planned={planned} onMove={() => setMoving(planned)} />
        ))}
      </ul>
      {moving && <MoveDialog planned={moving} onClose={() => setMoving(null)} />}
    </section>
  )
}

function Line({ planned, onMove }: { planned: PlannedPost; onMove: () => void }) {
  const m = useMessages(plannedMessages)
  const { image_url: url, image, refusal } = planned
  const words = planned.title ?? planned.prompt
  return (
    <li className="flex items-center gap-3 py-2.5 pr-1.5 pl-4">
      <span className="grid size-14 flex-none place-items-center overflow-hidden rounded-img *:min-h-full *:min-w-full">
        <Picture image={{ url, ...image }} alt="" sizes="56px" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-1 text-sm font-semibold wrap-anywhere">{words}</span>
        {refusal === null ? (
          <time dateTime={planned.publish_at} className="block text-sm text-text-2">
            {wordMoment(planned.publish_at)}
          </time>
        ) : (
          <span className="block text-sm text-danger-text">{explainRefusal(refusal)}</span>
        )}
      </span>
      <Menu
        label={m.actions(words)}
        icon={<Ellipsis aria-hidden="true" className="size-5" strokeWidth={1.75} />}
        iconOnly
        items={[
          { label: m.changeHour, onPress: onMove },
          { label: m.publishNow, onPress: () => void publishPlanned(planned) },
          { label: m.cancel, onPress: () => void cancelPlanned(planned) },
        ]}
      />
    </li>
  )
}

function MoveDialog({ planned, onClose }: { planned: PlannedPost; onClose: () => void }) {
  const m = useMessages(plannedMessages)
  const [hour, setHour] = useState(() => hourAt(planned.publish_at))
  const [isBusy, setBusy] = useState(false)
  const isPossible = hour.fault === null
  const save = async () => {
    if (!isPossible || isBusy) return
    setBusy(true)
    const isDone = await movePlanned(planned.id, new Date(hour.field).toISOString())
    setBusy(false)
    if (isDone) onClose()
  }
  const footer = (
    <Button
      variant="primary"
      size="lg"
      wide
      disabled={!isPossible}
      busyLabel={isBusy && m.saving}
      onClick={() => void save()}
    >
      {m.save}
    </Button>
  )
  return (
    <Dialog title={m.changeHour} onClose={onClose} footer={footer}>
      <PlannedHourField hour={hour} onChange={setHour} />
    </Dialog>
  )
}
