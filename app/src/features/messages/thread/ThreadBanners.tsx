/** What stands between the messages and the field: the network, an answer that is awaited, keys that ask for a decision. */
import CloudOff from 'lucide-react/icons/cloud-off'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import type { ReactNode } from 'react'

import { VaultError } from '#crypto/index.ts'
import { eventMessages } from '#entities/commission/order/event-words.i18n.ts'
import { partnerOf } from '#entities/conversation/conversation.ts'
import { answerRequest } from '#entities/message/conversation-acts.ts'
import type { SendHold } from '#entities/message/keys/hold.ts'
import { useMustCompare } from '#entities/message/keys/use-verified.ts'
import { useVaultState } from '#entities/message/keys/vault.ts'
import { releaseHold } from '#entities/message/send.ts'
import type { ListedConversation } from '#entities/message/use-conversations.ts'
import type { ThreadView } from '#entities/message/use-thread.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'
import { changeSearch, getPlace, navigate } from '#navigation/place.ts'
import { Button } from '#ui/button/Button.tsx'

import { tryToAct } from '../act.ts'
import { useThreadFacts } from '../thread-context.ts'
import { threadMessages } from '../thread.i18n.ts'

/** After 3 s « Reconnexion… », after 30 s what waits and for what (SCREENS §3.10). */
export function ConnectionBar({ connection }: Pick<ThreadView, 'connection'>) {
  const m = useMessages(threadMessages)
  return (
    <div role="status" className="flex-none">
      {connection !== 'live' && (
        <p className="flex items-center justify-center gap-2 bg-credit-soft px-4 py-2 text-center text-xs text-on-credit-soft">
          <CloudOff aria-hidden="true" className="size-4 flex-none" strokeWidth={1.75} />
          {connection === 'offline' ? m.offline : m.reconnecting}
        </p>
      )}
    </div>
  )
}

/** The messages are there, and what happened to the orders of the two is not. */
export function CardsUnread({ onRetry }: { onRetry: () => void }) {
  const m = useMessages(threadMessages)
  const { cardsUnread } = useMessages(eventMessages)
  return (
    <div
      role="status"
      className="flex flex-none flex-wrap items-center justify-center gap-x-3 gap-y-1 bg-credit-soft px-4 py-1.5 text-xs text-on-credit-soft"
    >
      {cardsUnread}
      <Button size="sm" variant="ghost" onClick={onRetry}>
        {m.retry}
      </Button>
    </div>
  )
}

/** A stranger wrote, or a group waits for one: nobody learns that it was read before there is an answer. */
export function RequestBar({ conversation, onGone }: { conversation: ListedConversation; onGone: () => void }) {
  const m = useMessages(threadMessages)
  const partner = partnerOf(conversation)
  const isGroup = conversation.kind === 'group'
  const answer = (choice: 'accept' | 'delete' | 'block') =>
    tryToAct(async () => {
      await answerRequest(conversation.id, choice)
      if (choice === 'block' && partner) {
        // In the conversation's place, which is gone: the list lies behind the dialog.
        const search = { modal: 'report', kind: 'user', id: partner.id }
        navigate({ to: paths.messages, search }, { replace: true })
      } else if (choice === 'accept') {
        // It is one of the conversations now, and shown among them, where one has not gone on meanwhile.
        const { search, state } = getPlace()
        if (search['conversation'] === conversation.id && search['filter'] === 'requests')
          changeSearch({ filter: undefined }, { replace: true, state: { ...state, fromList: false } })
      } else onGone()
    })
  return (
    <Panel title={(isGroup ? m.groupRequest : m.requestTitle)(conversation.title)} text={m.requestText}>
      <Button variant="ink" onClick={() => void answer('accept')}>
        {m.accept}
      </Button>
      <Button variant="line" onClick={() => void answer('delete')}>
        {m.removeRequest}
      </Button>
      <Button variant="danger" onClick={() => void answer('block')}>
        {m.blockAndReport}
      </Button>
    </Panel>
  )
}

/** Why what one writes waits, and what lets it go. */
export function HoldBanner({ hold }: { hold: SendHold }) {
  const m = useMessages(threadMessages)
  const device = useVaultState()
  const { nameOf, partner } = useThreadFacts()
  // Of two it can only be the other one.
  const people = hold.userIds.length === 0 && partner ? [partner.id] : hold.userIds
  const name = people.length === 0 ? m.aMember : people.map(nameOf).join(', ')
  switch (hold.kind) {
    case 'locked':
      // Whoever never had keys has nothing to find again: theirs are being made, or on their way.
      return device === 'needs_unlock' || device === 'alarm' ? (
        <KeysPanel title={m.lockedTitle} text={m.lockedText} action={m.unlockMine} />
      ) : (
        <Panel title={m.makingTitle} text={m.makingText} />
      )
    case 'no_recipient_key':
      return <Panel title={m.noKey(name)} text={m.noKeyText} />
    case 'key_refused':
      return <Panel title={m.keyRefused(name)} text={m.keyRefusedText} />
    case 'no_founder':
      return <Panel title={m.noFounder(name)} text={m.noFounderText} />
    default:
      return <Decision isChange={hold.kind === 'key_changed'} person={people[0]} name={name} />
  }
}

interface DecisionProps {
  isChange: boolean
  person: string | undefined
  name: string
}

/** Somebody is not, or may not be, whom one thinks. */
function Decision({ isChange, person, name }: DecisionProps) {
  const m = useMessages(threadMessages)
  const { conversationId, isGroup } = useThreadFacts()
  const mustCompare = useMustCompare().has(person ?? '')
  const compare = () => {
    if (person !== undefined) openModal('safety-number', { user: person })
  }
  const release = () =>
    tryToAct(async () => {
      try {
        await releaseHold(conversationId)
      } catch (error) {
        // Whom one has verified once is not waved through: the numbers are compared again.
        if (!(error instanceof VaultError) || error.code !== 'needs_comparison') throw error
        compare()
      }
    })
  return (
    <Panel
      icon={<ShieldAlert aria-hidden="true" className="size-5.5 flex-none text-danger-text" strokeWidth={1.75} />}
      title={isChange ? m.held(name) : m.intruder(name)}
      text={isChange ? m.heldText : m.intruderText}
    >
      {isChange && person !== undefined && (
        <Button variant="ink" onClick={compare}>
          {m.verify}
        </Button>
      )}
      {/* Two stay two: nobody can be let in there. And whom one has compared is compared again (E2EE §6). */}
      {(isChange ? !mustCompare : isGroup) && (
        <Button variant="line" onClick={() => void release()}>
          {isChange ? m.sendAnyway : m.letIn(name)}
        </Button>
      )}
    </Panel>
  )
}

function KeysPanel({ title, text, action }: { title: string; text: string; action: string }) {
  return (
    <Panel title={title} text={text}>
      <Button variant="ink" onClick={() => openModal('message-keys')}>
        {action}
      </Button>
    </Panel>
  )
}

/** In the field's place, where nothing can be written. */
export function ClosedLine({ children }: { children: ReactNode }) {
  return (
    <p
      role="status"
      className="flex-none border-t border-line bg-surface px-4 pt-4 pb-[calc(1rem+env(safe-area-inset-bottom))] text-center text-sm text-text-3 lg:bg-bg"
    >
      {children}
    </p>
  )
}

interface PanelProps {
  icon?: ReactNode
  title: string
  text: string
  children?: ReactNode
}

function Panel({ icon, title, text, children }: PanelProps) {
  return (
    <section
      aria-label={title}
      className="grid flex-none gap-3 border-t border-line bg-surface px-(--gutter) pt-3.5 pb-3 lg:px-8"
    >
      <div className="flex gap-3">
        {icon}
        <div className="min-w-0">
          <p className="text-sm font-semibold">{title}</p>
          <p className="text-xs text-text-2">{text}</p>
        </div>
      </div>
      {children !== undefined && <div className="flex flex-wrap gap-2">{children}</div>}
    </section>
  )
}
