/** What was drawn of the words and what was not; and the price back, where it is not what was asked for. */
import { useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { DataError } from '#data/rest.ts'
import { refreshCredits } from '#entities/credits/credit-queries.ts'
import { changeCreation } from '#entities/generation/creation-store.ts'
import type { Creation } from '#entities/generation/creation.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { toast } from '#ui/toast/toast.ts'

import { planMessages } from './plan.i18n.ts'
import { lackInWords, thingsInWords } from './things-in-words.ts'

export function PlanReceipt({ creation }: { creation: Creation }) {
  const m = useMessages(planMessages)
  const { plan, charged, isGivenBack } = creation
  if (plan === null) return null
  const drawn = thingsInWords(plan)
  const lack = lackInWords(plan)
  const parts = [drawn !== '' && m.drawn(drawn), lack !== '' && m.notDrawn(lack)]
  const told = parts.filter((part) => part !== false).join(' ; ')
  return (
    <div className="grid justify-items-start gap-1 text-sm text-text-2">
      {told !== '' && <p>{`${told.slice(0, 1).toUpperCase()}${told.slice(1)}.`}</p>}
      {charged > 0 && (isGivenBack ? <p role="status">{m.givenBack}</p> : <GiveBackButton creation={creation} />)}
    </div>
  )
}

function GiveBackButton({ creation: { key, id } }: { creation: Creation }) {
  const m = useMessages(planMessages)
  const [isAsking, setAsking] = useState(false)
  if (id === null) return null
  const ask = async () => {
    setAsking(true)
    const answer = await giveBack(id)
    setAsking(false)
    if (answer === 'givenBack') {
      changeCreation(key, (current) => ({ ...current, isGivenBack: true }))
      refreshCredits()
    } else toast({ title: m[answer], tone: 'danger' })
  }
  return (
    <Button variant="line" size="sm" className="mt-1" busyLabel={isAsking && m.givingBack} onClick={() => void ask()}>
      {m.notWhatIAsked}
    </Button>
  )
}

/** The price of a creation back, or why not. */
async function giveBack(id: string): Promise<'givenBack' | 'giveBackLimit' | 'tooLate' | 'notGivenBack'> {
  try {
    await callSignedIn('give_back_generation', { generation_id: id })
    return 'givenBack'
  } catch (error) {
    const hint = error instanceof DataError ? error.hint : undefined
    if (hint === 'give_back_limit') return 'giveBackLimit'
    return hint === 'nothing_to_give_back' ? 'tooLate' : 'notGivenBack'
  }
}
