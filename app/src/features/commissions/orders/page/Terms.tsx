/** What was asked, and what was agreed on. */
import type { Commission } from '@product/contract'

import { orderMessages } from '#entities/commission/order/order.i18n.ts'
import { formatDay } from '#i18n/format-dates.ts'
import { formatDate } from '#i18n/format.ts'
import { useMessages } from '#i18n/messages.ts'

import { FileTile } from '../files/FileTile.tsx'
import { SendReferences } from '../files/SendReferences.tsx'
import { orderPageMessages } from './order-page.i18n.ts'

const mostReferences = 3

export function Request({ order }: { order: Commission }) {
  const m = useMessages(orderPageMessages)
  const { francs } = useMessages(orderMessages)
  const references = order.files.filter(({ kind }) => kind === 'reference')
  const canAdd = order.role === 'client' && ['requested', 'proposed'].includes(order.status)
  const facts = [
    order.budget !== null && [m.budget, francs(order.budget)],
    order.wanted_on !== null && [m.wanted, formatDate(order.wanted_on)],
  ].filter((fact) => fact !== false)
  return (
    <section aria-labelledby="order-request" className="card grid gap-3">
      <h2 id="order-request">{m.request}</h2>
      <p className="whitespace-pre-line wrap-anywhere">{order.brief}</p>
      <Facts facts={facts as [string, string][]} />
      {(order.is_anonymous || order.hide_work) && (
        <p className="text-sm text-text-2">
          {[order.is_anonymous && m.anonymous, order.hide_work && m.hidden].filter(Boolean).join(' · ')}
        </p>
      )}
      {references.length > 0 && (
        <ul aria-label={m.references} className="flex flex-wrap gap-3">
          {references.map((file) => (
            <FileTile key={file.id} order={order.id} file={file} canRemove={canAdd} />
          ))}
        </ul>
      )}
      {canAdd && references.length < mostReferences && (
        <SendReferences order={order.id} most={mostReferences - references.length} label={m.addReference} />
      )}
    </section>
  )
}

export function Proposal({ order }: { order: Commission }) {
  const m = useMessages(orderPageMessages)
  const { francs } = useMessages(orderMessages)
  if (order.milestones.length === 0) return null
  const total = order.milestones.reduce((sum, { amount }) => sum + amount, 0)
  return (
    <section aria-labelledby="order-proposal" className="card grid gap-4">
      <div className="grid gap-1">
        <h2 id="order-proposal">{m.proposal}</h2>
        <p className="num text-lg font-semibold">{m.price(total, order.milestones.length)}</p>
      </div>
      {order.scope !== null && <p className="whitespace-pre-line text-text-2 wrap-anywhere">{order.scope}</p>}
      <ol className="grid divide-y divide-line border-y border-line">
        {order.milestones.map((step) => (
          <li key={step.id} className="grid gap-0.5 py-3 text-sm">
            <span className="flex items-baseline justify-between gap-3">
              <strong className="min-w-0 wrap-anywhere">{`${step.position}. ${step.title}`}</strong>
              <span className="num flex-none whitespace-nowrap">{francs(step.amount)}</span>
            </span>
            <span className="text-text-2">{[m.days(step.days), m[step.state]].join(' · ')}</span>
            {order.role === 'creator' && step.to_creator !== null && step.to_creator > 0 && (
              <span className="text-text-2">
                {m.yours(step.to_creator)}
                {step.available_at !== null && `, ${m.available(formatDay(step.available_at))}`}
              </span>
            )}
          </li>
        ))}
      </ol>
      <Facts
        facts={[
          [m.licence, m[order.licence]],
          [m.ai, m[order.ai_share]],
          [m.revisions, m.revisionsLeft(order.revisions.sketch, order.revisions.final)],
        ]}
      />
    </section>
  )
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  if (facts.length === 0) return null
  return (
    <dl className="grid gap-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-5">
      {facts.map(([name, fact]) => (
        <div key={name} className="sm:contents">
          <dt className="text-text-3">{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}
