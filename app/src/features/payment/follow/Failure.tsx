import CircleAlert from 'lucide-react/icons/circle-alert'

import type { Payment } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths, type Search } from '#navigation/paths.ts'
import { navigateToHref } from '#navigation/place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'

import { namePayment } from '../name-payment.ts'
import { paymentMessages } from '../payment.i18n.ts'
import { reasonWords, type ProblemWords } from '../problem-words.ts'
import { problemMessages } from '../problem.i18n.ts'

type Step = [label: string, search: Search]

/** Why nothing was paid, and what to do next: the likeliest first. */
export function Failure({ payment, operator }: { payment: Payment; operator: string | undefined }) {
  const m = useMessages(problemMessages)
  const p = useMessages(paymentMessages)
  const { retry, francs } = p
  const steps = stepsAfter(m, payment, retry)
  return (
    <section className="card grid gap-4" role="status">
      <h2 className="flex items-center gap-2.5">
        <CircleAlert aria-hidden="true" className="size-6 flex-none text-danger-text" strokeWidth={1.75} />
        {payment.status === 'canceled' ? m.by_person : m.failedTitle}
      </h2>
      <p className="text-text-2">{reasonWords(m, payment, operator)}</p>
      <p className="flex justify-between gap-3 border-y border-line py-3 text-sm">
        <span>{namePayment(p, payment)}</span>
        <span className="num">{francs(payment.amount)}</span>
      </p>
      <div className="grid gap-2.5 sm:grid-flow-col sm:auto-cols-fr">
        {payment.purpose === 'commission' && (
          // It is paid from there: the proposal may be another by now.
          <Button variant="primary" wide onClick={() => navigateToHref(payment.return_to ?? paths.commissions)}>
            {p.backToOrder}
          </Button>
        )}
        {steps.map(([label, search], index) => (
          <Link
            key={label}
            to={paths.payment}
            search={search}
            className={buttonClass({ variant: index === 0 ? 'primary' : 'line', wide: true })}
          >
            {label}
          </Link>
        ))}
      </div>
    </section>
  )
}

const packs = ['pack_10', 'pack_25', 'pack_70', 'pack_150', 'pack_320']

function stepsAfter(m: ProblemWords, payment: Payment, retry: string): Step[] {
  const { id, sku, status, reason, method } = payment
  if (payment.purpose === 'commission') return []
  const back = { return: payment.return_to ?? undefined }
  // What was given up may still be approved, so that one begins anew.
  if (status === 'canceled') return [[m.startAgain, { pack: sku, left: '1', ...back }]]
  const again: Step = [retry, { again: id }]
  const isCard = method === 'card'
  const otherWay: Step = [isCard ? m.byPhone : m.byCard, { again: id, by: isCard ? 'phone' : 'card' }]
  if (reason === 'number_unknown') return [[m.changeNumber, { again: id }], otherWay]
  if (reason === 'operator_down') return [otherWay, again]
  const smaller = smallerThan(payment)
  if (reason === 'limit') return smaller ? [[m.smallerPack, { pack: smaller, ...back }], otherWay] : [otherWay, again]
  if (reason === 'insufficient_funds' && smaller) return [[m.smallerPack, { pack: smaller, ...back }], again]
  return [again, otherWay]
}

function smallerThan({ purpose, sku }: Payment): string | undefined {
  return purpose === 'credits' ? packs[packs.indexOf(sku) - 1] : undefined
}
