/** What orders so far say of a creator, and what clients said. */
import type { CommissionReview, ServicePage } from '@product/contract'
import Star from 'lucide-react/icons/star'

import { formatDay } from '#i18n/format-dates.ts'
import { useMessages } from '#i18n/messages.ts'

import { servicesMessages } from './services.i18n.ts'

export function Figures({ figures }: Pick<ServicePage, 'figures'>) {
  const m = useMessages(servicesMessages)
  const shown = [
    [m.rating, figures.rating !== null && m.outOf5(figures.rating)],
    [m.onTime, figures.on_time !== null && m.share100(figures.on_time)],
    [m.completed, figures.completed !== null && m.share100(figures.completed)],
    [m.answers, figures.answer_hours !== null && m.hours(Math.max(1, figures.answer_hours))],
  ] as const
  const isBlank = shown.every(([, value]) => value === false)
  return (
    <section aria-label={m.figures} className="grid gap-2">
      <h2 className="text-base">{m.figures}</h2>
      {isBlank ? (
        <p className="text-sm text-text-2">{m.noFigures}</p>
      ) : (
        <dl className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {shown.map(
            ([name, value]) =>
              value !== false && (
                <div key={name} className="flex flex-col-reverse justify-end">
                  <dt className="text-xs text-text-2">{name}</dt>
                  <dd className="num text-xl font-semibold">{value}</dd>
                </div>
              ),
          )}
        </dl>
      )}
    </section>
  )
}

export function Reviews({ service: { reviews, creator } }: { service: ServicePage }) {
  const m = useMessages(servicesMessages)
  return (
    <section aria-label={m.reviews(reviews.length)} className="grid max-w-160 gap-3">
      <h2 className="text-base">{m.reviews(reviews.length)}</h2>
      {reviews.length === 0 && <p className="text-sm text-text-2">{m.noReviews}</p>}
      <ul className="grid gap-4">
        {reviews.map((review) => (
          <Review key={review.id} review={review} creator={creator.display_name ?? creator.username ?? ''} />
        ))}
      </ul>
    </section>
  )
}

function Review({ review: { by, rating, words, at, answer }, creator }: { review: CommissionReview; creator: string }) {
  const m = useMessages(servicesMessages)
  return (
    <li className="grid gap-1 text-sm">
      <p className="flex flex-wrap items-center gap-x-2.5">
        <bdi className="font-semibold">{by.display_name ?? by.username ?? m.anonymous}</bdi>
        <span className="inline-flex items-center gap-1">
          <Star aria-hidden="true" className="size-3.5 text-credit-text" />
          {m.outOf5(rating)}
        </span>
        <span className="text-text-3">{formatDay(at)}</span>
      </p>
      {words !== '' && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {words}
        </p>
      )}
      {answer !== null && (
        <p className="border-l-2 border-line pl-3 wrap-anywhere text-text-2">
          <span className="font-semibold">{m.answerOf(creator)}</span> {answer}
        </p>
      )}
    </li>
  )
}
