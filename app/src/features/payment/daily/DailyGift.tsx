import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { queryClient } from '#data/query-client.ts'
import type { Answer } from '#data/question.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { formatDay, formatTime } from '#i18n/format-dates.ts'
import { defineMessages, plural, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { dailyQuery } from './daily-query.ts'

const messages = defineMessages({
  fr: {
    title: '1 crédit offert aujourd’hui',
    text: 'Un par jour tant qu’il vous en reste moins de cinq.',
    streak: (days: number) => plural(days, { one: '# jour de suite', other: '# jours de suite' }),
    take: 'Prendre',
    taking: 'Un instant…',
    taken: 'Votre crédit du jour est là',
    again: (when: string) => `Le prochain : ${when}.`,
    unproven: 'Un crédit offert chaque jour',
    unprovenText: 'Confirmez d’abord votre e-mail ou votre téléphone.',
    confirm: 'Confirmer',
    gone: 'Les crédits offerts du jour sont tous partis. Revenez demain.',
    failed: 'Cela n’a pas marché. Réessayez.',
  },
  en: {
    title: '1 free credit today',
    text: 'One a day while you have fewer than five.',
    streak: (days: number) => plural(days, { one: '# day in a row', other: '# days in a row' }),
    take: 'Take it',
    taking: 'One moment…',
    taken: 'Your credit of the day is here',
    again: (when: string) => `The next one: ${when}.`,
    unproven: 'One free credit every day',
    unprovenText: 'First confirm your e-mail or phone.',
    confirm: 'Confirm',
    gone: 'Today’s free credits are all gone. Come back tomorrow.',
    failed: 'That did not work. Try again.',
  },
})

/** A credit a day, in one tap. Whoever has enough, or has just come, sees nothing of it. */
export function DailyGift({ userId, gift }: { userId: string; gift: Answer<'daily_gift'> }) {
  const m = useMessages(messages)
  const query = dailyQuery(userId)
  const take = useMutation({
    mutationFn: () => callSignedIn('take_daily_gift', {}),
    onSuccess: (taken) => {
      queryClient.setQueryData(query.queryKey, taken)
      toast({ title: m.taken })
      refreshCredits()
    },
    onError: () => {
      void queryClient.invalidateQueries({ queryKey: query.queryKey })
      toast({ title: m.failed, tone: 'danger' })
    },
  })
  if (gift.can_take) {
    return (
      <Card title={m.title} text={[gift.streak > 1 && m.streak(gift.streak), m.text].filter(Boolean).join(' · ')}>
        <Button variant="primary" busyLabel={take.isPending && m.taking} onClick={() => take.mutate()}>
          {m.take}
        </Button>
      </Card>
    )
  }
  return <Obstacle gift={gift} />
}

function Obstacle({ gift: { obstacle, streak, next_at: next } }: { gift: Answer<'daily_gift'> }) {
  const m = useMessages(messages)
  if (obstacle === 'taken') {
    const words = m.again(`${formatDay(next)}, ${formatTime(next)}`)
    return <Card title={m.taken} text={[streak > 1 && m.streak(streak), words].filter(Boolean).join(' · ')} />
  }
  if (obstacle === 'gone') return <Card title={m.unproven} text={m.gone} />
  if (obstacle !== 'unproven') return null
  return (
    <Card title={m.unproven} text={m.unprovenText}>
      <Link to={paths.settings} search={{ section: 'security' }} className={buttonClass({ variant: 'line' })}>
        {m.confirm}
      </Link>
    </Card>
  )
}

function Card({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section
      className="flex items-center gap-3.5 rounded-lg border border-line bg-surface px-4 py-3"
      aria-label={title}
    >
      <i aria-hidden="true" className="losange text-xl text-credit" />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-semibold">{title}</p>
        <p className="text-xs text-text-2">{text}</p>
      </div>
      {children}
    </section>
  )
}
