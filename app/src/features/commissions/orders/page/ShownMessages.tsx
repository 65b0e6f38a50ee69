/** Messages that one of the two has shown, each with whether its author has signed it so: only then does it count. */
import type { Commission, ShownMessage } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'

import { timeOf } from '#data/outbox/ordered-id.ts'
import { handleOf, orderMessages } from '#entities/commission/order/order.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { classNames } from '#ui/class-names.ts'

import { disputeMessages } from './dispute.i18n.ts'

export function ShownMessages({ order, messages }: { order: Commission; messages: readonly ShownMessage[] }) {
  const m = useMessages(disputeMessages)
  return (
    <ul aria-label={m.messages} className="grid gap-2">
      {messages.map((message) => (
        <Shown key={`${idOf(message)} ${message.text}`} order={order} message={message} />
      ))}
    </ul>
  )
}

function Shown({ order, message }: { order: Commission; message: ShownMessage }) {
  const m = useMessages(disputeMessages)
  const { moment, somebody } = useMessages(orderMessages)
  const id = idOf(message)
  const who = handleOf(senderOf(message) === order.client.id ? order.client : order.creator, somebody)
  const { data: isProven, isError } = useQuery({
    // By all that is shown: the same message may be shown twice, and once with other words.
    queryKey: ['shown-message', message],
    queryFn: async () => {
      const { openDisclosed } = await import('#entities/message/disclose-message.ts')
      return (await openDisclosed(message))?.isAsTold === true
    },
    staleTime: Infinity,
  })
  const Icon = isProven === false ? ShieldAlert : ShieldCheck
  const words = isError ? m.notChecked : isProven === undefined ? m.proving : isProven ? m.proven(who) : m.notProven
  return (
    <li className="grid gap-1.5 rounded-md bg-surface-2 px-3.5 py-2.5">
      <p className="text-xs text-text-3">
        {who} · {moment(new Date(timeOf(id)).toISOString())}
      </p>
      <p className="text-sm whitespace-pre-line wrap-anywhere">{message.text}</p>
      <p
        className={classNames(
          'flex items-center gap-1.5 text-xs font-semibold',
          isProven === true ? 'text-success-text' : isProven === false ? 'text-danger-text' : 'text-text-3',
        )}
      >
        <Icon aria-hidden="true" className="size-4 flex-none" strokeWidth={1.75} />
        {words}
      </p>
    </li>
  )
}

const idOf = ({ row }: ShownMessage) => (row as { id: string }).id
const senderOf = ({ row }: ShownMessage) => (row as { sender_id: string }).sender_id
