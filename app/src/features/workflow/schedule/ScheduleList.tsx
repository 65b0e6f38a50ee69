/** When this workflow runs by itself: the next time, a pause, an end. */
import { useQuery } from '@tanstack/react-query'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Ellipsis from 'lucide-react/icons/ellipsis'

import { unwrap } from '#data/rest.ts'
import { supabase } from '#data/supabase.ts'
import { callWorkflow } from '#entities/workflow/workflow-api.ts'
import { refreshSchedules, workflowQueries } from '#entities/workflow/workflow-queries.ts'
import { formatDay, formatTime } from '#i18n/format-dates.ts'
import { currentMessages, useMessages } from '#i18n/messages.ts'
import { Menu, type MenuItem } from '#ui/menu/Menu.tsx'
import { toast } from '#ui/toast/toast.ts'

import { runMessages } from '../run/run.i18n.ts'
import { scheduleMessages } from './schedule.i18n.ts'

interface Schedule {
  id: string
  every: 'once' | 'day' | 'week' | 'month'
  starts_at: string
  next_at: string | null
  failed_code: string | null
}

export function ScheduleList({ workflowId, userId }: { workflowId: string; userId: string }) {
  const m = useMessages(scheduleMessages)
  const { data: schedules = [] } = useQuery(workflowQueries.schedules(workflowId, userId))
  if (schedules.length === 0) return null
  return (
    <section aria-labelledby="schedules">
      <h2 id="schedules">{m.list}</h2>
      <ul className="mt-2 divide-y divide-line">
        {schedules.map((schedule) => (
          <Entry key={schedule.id} schedule={schedule} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ schedule }: { schedule: Schedule }) {
  const m = useMessages(scheduleMessages)
  const r = useMessages(runMessages)
  const { id, every, next_at: next, failed_code: failed } = schedule
  const isOver = every === 'once' && next === null
  const items: MenuItem[] = [
    ...(isOver ? [] : [{ label: next === null ? m.resume : m.pause, onPress: () => void pause(id, next !== null) }]),
    { label: m.remove, onPress: () => void takeAway(id) },
  ]
  return (
    <li className="flex items-center gap-3 py-2.5">
      <CalendarClock aria-hidden="true" className="size-5 flex-none text-text-3" />
      <div className="min-w-0 flex-1 text-sm">
        <p className="font-semibold">{m[every]}</p>
        <p className="text-text-2">
          {next === null ? (isOver ? m.over : m.paused) : m.next(formatDay(next), formatTime(next))}
        </p>
        {failed !== null && (
          <p className="text-xs text-danger-text">{failed === 'insufficient_credits' ? m.refusedCredits : m.refused}</p>
        )}
      </div>
      <Menu label={r.more} iconOnly icon={<Ellipsis aria-hidden="true" className="size-5.5" />} items={items} />
    </li>
  )
}

async function pause(id: string, paused: boolean): Promise<void> {
  await change(() => callWorkflow('pause_workflow_schedule', { schedule_id: id, paused }))
}

async function takeAway(id: string): Promise<void> {
  const m = currentMessages(scheduleMessages)
  const isDone = await change(async () => {
    unwrap(await (await supabase()).from('workflow_schedules').delete().eq('id', id))
  })
  if (isDone) toast({ title: m.removed })
}

async function change(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call()
    return true
  } catch {
    toast({ title: currentMessages(scheduleMessages).changeFailed, tone: 'danger' })
    return false
  } finally {
    refreshSchedules()
  }
}
