import { useInfiniteQuery } from '@tanstack/react-query'
import X from 'lucide-react/icons/x'
import { useEffect } from 'react'

import { useUserId } from '#data/session.ts'
import { conversationQueries } from '#entities/conversation/conversation-queries.ts'
import { useKeysFailed } from '#entities/message-keys/prepare-keys.ts'
import { useVaultAwaited, useVaultState } from '#entities/message/keys/vault.ts'
import { openModal } from '#entities/session/modals.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { sectionMessages } from '../section.i18n.ts'
import { problemOf, type Problem } from './reminder-rule.ts'
import { keepLast, lastProblem, putOff, useFirstOffer, usePutOff } from './reminders.ts'

/** Over the messages: which problem the keys have, and the one button that mends it. */
export function KeysBanner() {
  const m = useMessages(sectionMessages)
  const found = useProblem()
  const last = lastProblem()
  const problem = found === undefined ? (last === 'none' ? null : last) : found
  const isPutOff = usePutOff(problem ?? 'none')
  const isFirstOffer = useFirstOffer(found ?? null)
  useEffect(() => {
    if (found !== undefined) keepLast(found)
  }, [found])
  useEffect(() => {
    if (!isFirstOffer) return
    // However it is left, that is « Plus tard ».
    putOff('ready_unbacked', { isReminder: false })
    openModal('message-keys')
  }, [isFirstOffer])
  if (problem === null || isPutOff) return null
  const close = () => putOff(problem, { isReminder: true })
  const aside = (
    <IconButton
      label={m.close}
      icon={<X aria-hidden="true" className="size-5" />}
      className="-my-2.5 -mr-2.5"
      onClick={close}
    />
  )
  return (
    <div>
      <Alert tone={problem === 'alarm' ? 'danger' : 'warning'} action={aside}>
        <p>{m[problem]}</p>
        <Button size="sm" className="mt-2.5" onClick={() => openModal('message-keys')}>
          {m[`fix_${problem}`]}
        </Button>
      </Alert>
    </div>
  )
}

/** Of a device that has never shown its messages: what it says of the keys is there when they are. */
export function useBannerAwaited(): boolean {
  const isAwaited = useVaultAwaited()
  return isAwaited && lastProblem() === null
}

/** `undefined` while that is not known. */
function useProblem(): Problem | null | undefined {
  const state = useVaultState()
  const hasFailed = useKeysFailed()
  const { data } = useInfiniteQuery(conversationQueries.list(useUserId() ?? '', 'all'))
  // An epoch is opened for what is sent first.
  const hasTalked = data?.pages.some(({ conversations }) => conversations.some(({ epochId }) => epochId !== null))
  if (state === 'loading' || (state === 'ready_unbacked' && hasTalked === undefined)) return undefined
  return problemOf(state, { hasTalked: hasTalked ?? false, hasFailed })
}
