import { useMutation, useQuery } from '@tanstack/react-query'
import * as v from 'valibot'

import { readConfig } from '#data/config.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { navigateToHref } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { paymentMessages } from '../payment.i18n.ts'
import { cardOutcomes } from './card-outcomes.ts'

type Outcome = (typeof cardOutcomes)[number]

const Page = v.object({ description: v.string(), amount: v.number(), return_url: v.nullable(v.string()) })
type Page = v.InferOutput<typeof Page>

/** Stands for a bank's page where no money moves: what it answers is a button, and no card is ever typed. */
export function SandboxCard({ reference }: { reference: string }) {
  const m = useMessages(paymentMessages)
  const page = useQuery({ queryKey: ['sandbox-card', reference], queryFn: () => askPage(reference), retry: false })
  const { mutate, isPending } = useMutation({
    mutationFn: (outcome: Outcome) => askPage(reference, outcome),
    onSuccess: ({ return_url: url }) => {
      const back = url === null ? null : new URL(url)
      // Of ours, whatever this server calls itself.
      if (back?.pathname === paths.paymentSuccess) navigateToHref(`${back.pathname}${back.search}`, { replace: true })
    },
  })
  if (page.isError) return <EmptyState title={m.sandboxTitle} text={m.sandboxGone} />
  if (!page.data) return <Skeleton className="h-80 w-full" />
  return (
    <section className="card mx-auto grid w-full max-w-120 gap-4">
      <h1>{m.sandboxTitle}</h1>
      <p className="text-text-2">{m.sandboxText}</p>
      <p className="flex items-baseline justify-between gap-3 border-y border-line py-3">
        <span className="min-w-0 truncate text-sm">{page.data.description}</span>
        <strong className="num">{m.francs(page.data.amount)}</strong>
      </p>
      {cardOutcomes.map((outcome) => (
        <Button
          key={outcome}
          wide
          variant={outcome === 'card_accepted' ? 'primary' : 'line'}
          disabled={isPending}
          onClick={() => mutate(outcome)}
        >
          {m[outcome]}
        </Button>
      ))}
    </section>
  )
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
