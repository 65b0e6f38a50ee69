import { useMutation, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'

import { readConfig } from '#data/config.ts'
import { isUuid } from '#data/uuid.ts'
import { paymentQueries } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigateToHref } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { paymentMessages } from '../payment.i18n.ts'
import { cardOutcomes, phoneOutcomes } from './card-outcomes.ts'

type Outcome = (typeof cardOutcomes)[number]

const Page = v.object({ description: v.string(), amount: v.number(), return_url: v.nullable(v.string()) })
type Page = v.InferOutput<typeof Page>

/** Stands for a bank's or an operator's page where no money moves: what it answers is a button, and nothing is ever typed. */
export function SandboxCard({ reference }: { reference: string }) {
  const m = useMessages(paymentMessages)
  const page = useQuery({ queryKey: ['sandbox-card', reference], queryFn: () => askPage(reference), retry: false })
  const { mutate, isPending } = useMutation({
    mutationFn: (outcome: Outcome) => askPage(reference, outcome),
    onSuccess: (answered) => {
      const back = backOf(answered)
      if (back) navigateToHref(`${back.pathname}${back.search}`, { replace: true })
    },
  })
  const payment = page.data && backOf(page.data)?.searchParams.get('p')
  const operator = useOperator(payment ?? null)
  if (page.isError) return <EmptyState title={m.sandboxTitle} text={m.sandboxGone} />
  if (!page.data || operator === undefined) return <Skeleton className="h-80 w-full" />
  const wordsOfPhone = {
    card_accepted: m.phoneAccepted,
    card_insufficient: m.phoneInsufficient,
    card_canceled: m.card_canceled,
  } as const
  const outcomes =
    operator === null
      ? cardOutcomes.map((outcome) => ({ outcome, label: m[outcome] }))
      : phoneOutcomes.map((outcome) => ({ outcome, label: wordsOfPhone[outcome] }))
  return (
    <section className="card mx-auto grid w-full max-w-120 gap-4">
      <h1>{m.sandboxTitle}</h1>
      <p className="text-text-2">{operator === null ? m.sandboxText : m.sandboxPhone(operator)}</p>
      <p className="flex items-baseline justify-between gap-3 border-y border-line py-3">
        <span className="min-w-0 truncate text-sm">{page.data.description}</span>
        <strong className="num">{m.francs(page.data.amount)}</strong>
      </p>
      {outcomes.map(({ outcome, label }) => (
        <Button
          key={outcome}
          wide
          variant={outcome === 'card_accepted' ? 'primary' : 'line'}
          disabled={isPending}
          onClick={() => mutate(outcome)}
        >
          {label}
        </Button>
      ))}
    </section>
  )
}

/** Of ours, whatever this server calls itself. */
function backOf({ return_url: url }: Page): URL | null {
  const back = url === null ? null : new URL(url)
  return back?.pathname === paths.paymentSuccess ? back : null
}

/** Whose phone pays: `null` for a card, and where nobody can say; `undefined` while that is asked. */
function useOperator(payment: string | null): string | null | undefined {
  const { data, isLoading } = useQuery({
    ...paymentQueries.one(payment ?? ''),
    enabled: payment !== null && isUuid(payment),
    retry: false,
  })
  const operators = useQuery(paymentQueries.operators())
  if (isLoading || operators.isLoading) return undefined
  return operators.data?.find(({ code }) => code === data?.method)?.name ?? null
}

async function askPage(reference: string, outcome?: Outcome): Promise<Page> {
  const { supabaseUrl } = await readConfig()
  const response = await fetch(`${supabaseUrl}/functions/v1/payment-sandbox/page/${encodeURIComponent(reference)}`, {
    ...(outcome && {
      method: 'POST',
      body: JSON.stringify({ outcome }),
      headers: { 'content-type': 'application/json' },
    }),
  })
  if (!response.ok) throw new Error('There is no such payment')
  return v.parse(Page, await response.json())
}
