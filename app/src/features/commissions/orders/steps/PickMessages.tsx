/** Messages of two people, to be chosen one by one: only what this device can open and prove. */
import { queryOptions, useQuery } from '@tanstack/react-query'

import { useUserId } from '#data/session.ts'
import { read } from '#data/wire.ts'
import { orderMessages } from '#entities/commission/order/order.i18n.ts'
import type { ThreadItem } from '#entities/message/message.ts'
import { useThread } from '#entities/message/use-thread.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'

import { stepMessages } from './steps.i18n.ts'

export interface PickMessagesProps {
  other: string
  chosen: readonly string[]
  /** So many may be chosen. */
  most: number
  onChange: (chosen: readonly string[]) => void
}

export function PickMessages({ other, ...choice }: PickMessagesProps) {
  const m = useMessages(stepMessages)
  const { data: conversation, isError, refetch } = useQuery(pairQuery(useUserId() ?? '', other))
  if (conversation === null) return <p className="text-sm text-text-2">{m.noMessages}</p>
  if (conversation !== undefined) return <Thread id={conversation} {...choice} />
  const retry = (
    <Button size="sm" variant="line" onClick={() => void refetch()}>
      {m.again}
    </Button>
  )
  return isError ? <Alert tone="danger" title={m.messagesUnread} action={retry} /> : <Wait />
}

const Wait = () => <Skeleton className="h-40 rounded-md" />

/** There is one per pair, for ever. */
function pairQuery(userId: string, other: string) {
  const [first, second] = [userId, other].toSorted()
  return queryOptions({
    queryKey: ['conversation-of', userId, other],
    queryFn: async ({ signal }) => {
      const [found] = await read('conversations', 'id', { pair_key: `eq.${first}:${second}` }, signal)
      return found?.id ?? null
    },
  })
}

function Thread({ id, chosen, most, onChange }: { id: string } & Omit<PickMessagesProps, 'other'>) {
  const m = useMessages(stepMessages)
  const thread = useThread(id)
  const items = thread.items.filter(canBeShown)
  if (thread.state === 'loading' && items.length === 0) return <Wait />
  if (items.length === 0 && !thread.hasOlder) return <p className="text-sm text-text-2">{m.noMessages}</p>
  return (
    <div className="grid gap-2">
      <p className="text-sm text-text-2">{m.chooseMessages}</p>
      <ul
        aria-label={m.addMessages}
        className="grid max-h-72 content-start overflow-y-auto overscroll-contain rounded-md border border-line"
      >
        {thread.hasOlder && (
          <li className="grid border-b border-line p-1">
            <Button size="sm" variant="ghost" busyLabel={thread.isLoadingOlder && m.busy} onClick={thread.loadOlder}>
              {m.olderMessages}
            </Button>
          </li>
        )}
        {items.map((item) => {
          const isChosen = chosen.includes(item.id)
          return (
            <Choice
              key={item.id}
              item={item}
              isChosen={isChosen}
              isFull={!isChosen && chosen.length >= most}
              onPress={() => onChange(isChosen ? chosen.filter((one) => one !== item.id) : [...chosen, item.id])}
            />
          )
        })}
      </ul>
      <p aria-live="polite" className="text-xs text-text-3">
        {m.chosenMessages(chosen.length)}
      </p>
    </div>
  )
}

interface ChoiceProps {
  item: ThreadItem
  isChosen: boolean
  isFull: boolean
  onPress: () => void
}

function Choice({ item, isChosen, isFull, onPress }: ChoiceProps) {
  const m = useMessages(stepMessages)
  const { moment } = useMessages(orderMessages)
  const text = item.content.kind === 'open' ? item.content.text : ''
  return (
    <li className="border-b border-line last:border-b-0">
      <label className="grid min-h-12 cursor-pointer grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 px-3 py-2.5 hover:bg-surface-2">
        <input
          type="checkbox"
          checked={isChosen}
          disabled={isFull}
          onChange={onPress}
          className="mt-0.5 size-5 accent-accent"
        />
        <span className="line-clamp-4 text-sm whitespace-pre-line wrap-anywhere">{text}</span>
        <span className="col-start-2 text-xs text-text-3">
          {item.isMine ? m.fromYou : m.fromThem} · {moment(item.at)}
          {item.isEdited && ` · ${m.firstText}`}
        </span>
      </label>
    </li>
  )
}

const there: ReadonlySet<ThreadItem['state']> = new Set(['sent', 'read', 'received'])

/** What its author has signed, in words, and the server has. */
function canBeShown({ content, protection, state }: ThreadItem): boolean {
  return content.kind === 'open' && content.text !== '' && protection === 'encrypted' && there.has(state)
}
