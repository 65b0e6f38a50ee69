/** What a run costs, whether there is enough, and the ways to start it: now, by hand, over a list, ahead of time. */
import type { RunMode, WorkflowReading } from '@product/contract'
import CalendarClock from 'lucide-react/icons/calendar-clock'
import Play from 'lucide-react/icons/play'
import Rows3 from 'lucide-react/icons/rows-3'
import StepForward from 'lucide-react/icons/step-forward'

import { creditMessages } from '#entities/credits/credit.i18n.ts'
import { useCredits } from '#entities/credits/use-credits.ts'
import { openTopUp } from '#entities/payment/top-up-place.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { runMessages } from '../run/run.i18n.ts'

export interface RunBarProps {
  cost: number
  /** What of bought credits its author gets for it. */
  fee: number
  author: WorkflowReading['author']
  isOffline: boolean
  /** A call is on its way, or a run goes on. */
  isBusy: boolean
  isStarting: boolean
  /** Another button of the page is the one to press now. */
  isSecond: boolean
  onStart: (mode: RunMode) => void
  onList: () => void
  onSchedule: () => void
}

export function RunBar({ cost, fee, author, isOffline, isBusy, isStarting, isSecond, ...actions }: RunBarProps) {
  const m = useMessages(runMessages)
  const c = useMessages(creditMessages)
  const { data: balance } = useCredits()
  const missing = balance ? missingOf(cost, fee, balance) : 0
  const isShort = missing > 0 && !isBusy
  const isLocked = isOffline || isBusy || isShort
  return (
    <div className="grid gap-3">
      <Price count={cost + fee} left={balance && c.left(balance.available)} />
      <Fee count={fee} author={author} />
      {isOffline && <Alert tone="warning">{m.offline}</Alert>}
      {isShort && <Missing count={missing} />}
      <div className="grid grid-cols-2 gap-2">
        <Button
          variant={isSecond || isShort ? 'neutral' : 'primary'}
          size="lg"
          className="px-3!"
          disabled={isLocked}
          busyLabel={isStarting && m.starting}
          icon={<Play aria-hidden="true" className="size-5" />}
          onClick={() => actions.onStart('whole')}
        >
          {m.run}
        </Button>
        <Button
          size="lg"
          className="px-3!"
          disabled={isLocked}
          icon={<StepForward aria-hidden="true" className="size-5" />}
          onClick={() => actions.onStart('step')}
        >
          {m.stepwise}
        </Button>
        {fee === 0 && <Unattended isOffline={isOffline} {...actions} />}
      </div>
    </div>
  )
}

/** Without anybody who reads what it costs: of workflows whose author is paid there is none. */
function Unattended({ isOffline, onList, onSchedule }: Pick<RunBarProps, 'isOffline' | 'onList' | 'onSchedule'>) {
  const m = useMessages(runMessages)
  return (
    <>
      <Button
        variant="line"
        className="px-3!"
        disabled={isOffline}
        icon={<Rows3 aria-hidden="true" className="size-4.5" />}
        onClick={onList}
      >
        {m.overList}
      </Button>
      <Button
        variant="line"
        className="px-3!"
        disabled={isOffline}
        icon={<CalendarClock aria-hidden="true" className="size-4.5" />}
        onClick={onSchedule}
      >
        {m.plan}
      </Button>
    </>
  )
}

function Price({ count, left }: { count: number; left: string | undefined }) {
  const m = useMessages(runMessages)
  return (
    <p className="flex items-center gap-3 text-sm leading-tight">
      <i aria-hidden="true" className="losange flex-none text-lg text-credit" />
      <span className="font-semibold">{count === 0 ? m.free : m.about(count)}</span>
      <span className="ml-auto text-right text-xs text-text-3">{left}</span>
    </p>
  )
}

function Fee({ count, author }: { count: number; author: RunBarProps['author'] }) {
  const m = useMessages(runMessages)
  if (count === 0) return null
  return <p className="-mt-1.5 text-sm text-text-2">{m.fee(count, author?.display_name ?? m.somebody)}</p>
}

/** Of all credits, or of bought ones, which alone pay an author. */
function missingOf(cost: number, fee: number, { available, paid }: { available: number; paid: number }): number {
  return Math.max(cost + fee - available, fee - paid)
}

function Missing({ count }: { count: number }) {
  const m = useMessages(runMessages)
  const buy = (
    <Button variant="primary" onClick={() => openTopUp(count)}>
      {m.buy}
    </Button>
  )
  return (
    <Alert tone="warning" title={m.missing(count)} action={buy}>
      {m.missingText}
    </Alert>
  )
}
