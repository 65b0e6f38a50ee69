import { useMutation, useQuery } from '@tanstack/react-query'

import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { clockQuery, tryCredits, type CreditAct } from '../trial/trial-queries.ts'
import { creditsMessages } from './credits.i18n.ts'

const acts = ['give', 'hold', 'release', 'capture'] as const

interface Tried {
  act: CreditAct
  key: string
  id: string
  /** What the same key answered before. */
  before: string | null
}

/** Writes to one's own ledger; the server says whether that exists here, and it does not where money is real. */
export function TryCredits() {
  const m = useMessages(creditsMessages)
  const { data: clock } = useQuery(clockQuery)
  const { mutate, data, isPending, isError } = useMutation({
    mutationFn: async ({ act, key, before }: Omit<Tried, 'id'>): Promise<Tried> => {
      return { act, key, before, id: await tryCredits(act, key) }
    },
    onSettled: refreshCredits,
  })
  if (!clock?.may_move) return null
  return (
    <section className="card grid gap-3" aria-labelledby="tries">
      <div>
        <h2 id="tries">{m.tries}</h2>
        <p className="mt-1 text-sm text-text-2">{m.triesText}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {acts.map((act) => (
          <Button
            key={act}
            disabled={isPending}
            onClick={() => mutate({ act, key: crypto.randomUUID(), before: null })}
          >
            {m[act]}
          </Button>
        ))}
        {data && (data.act === 'give' || data.act === 'hold') && (
          <Button
            variant="line"
            disabled={isPending}
            onClick={() => mutate({ act: data.act, key: data.key, before: data.id })}
          >
            {m.replay}
          </Button>
        )}
      </div>
      <p role="status" className="min-h-5 text-sm wrap-anywhere text-text-2">
        {isError && m.tryFailed}
        {data && !isError && (data.before === null ? m.triedFirst(m[data.act], data.id) : replayed(m, data))}
      </p>
    </section>
  )
}

type Words = ReturnType<typeof useMessages<(typeof creditsMessages)['fr']>>

function replayed(m: Words, { before, id }: Tried): string {
  return before === id ? m.sameId : m.otherId
}
