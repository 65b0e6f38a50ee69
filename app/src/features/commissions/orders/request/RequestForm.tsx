import type { ServicePage } from '@product/contract'
import { useState, type FormEvent } from 'react'

import { focusQuestion } from '#entities/image/likeness/answer-focus.ts'
import { likenessMessages } from '#entities/image/likeness/likeness.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { ChoiceRow } from '#ui/fields/ChoiceRow.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'

import { useBroughtPhotos, type BroughtPhotos } from '../files/brought-photos.ts'
import { PickPhotos } from '../files/PickPhotos.tsx'
import { requestMessages } from './request.i18n.ts'
import { refusedRequest, useRequest, type Wish } from './use-request.ts'

const leastBrief = 20
const mostBrief = 2000
const mostReferences = 3

/** `budget` as it is typed. */
type Draft = Omit<Wish, 'budget' | 'wanted_on'> & { budget: string; wanted_on: string }

const nothing: Draft = {
  brief: '',
  budget: '',
  wanted_on: '',
  is_anonymous: false,
  hide_work: false,
  options: [],
}

export function RequestForm({ service, isOff }: { service: ServicePage; isOff: boolean }) {
  const m = useMessages(requestMessages)
  const [draft, setDraft] = useState(nothing)
  const brought = useBroughtPhotos(mostReferences)
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error } = useRequest(service.id)
  const set = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }))
  const isInstant = service.mode === 'instant'
  const wish = wishOf(draft)
  const isShort = draft.brief.trim().length < leastBrief
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setChecked(true)
    if (brought.isUnsaid) focusQuestion(event.currentTarget)
    else if (wish !== null && !isShort) mutate({ wish, photos: brought.photos })
  }
  return (
    <form onSubmit={send} noValidate className="grid gap-5">
      <TextArea
        label={m.brief}
        rows={7}
        value={draft.brief}
        maxLength={mostBrief}
        help={m.briefHelp}
        error={isChecked && isShort ? m.briefShort : null}
        aside={<span className="num text-xs text-text-3">{m.count(draft.brief.length)}</span>}
        onChange={({ target }) => set({ brief: target.value })}
      />
      <References brought={brought} isChecked={isChecked} isSending={isPending} />
      {isInstant && service.options.length > 0 && (
        <Options service={service} chosen={draft.options} onChange={(options) => set({ options })} />
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {!isInstant && (
          <TextField
            label={m.budget}
            inputMode="numeric"
            value={draft.budget}
            help={m.budgetHelp}
            error={isChecked && wish === null ? m.budgetWrong : null}
            onChange={({ target }) => set({ budget: target.value })}
          />
        )}
        <TextField
          label={m.wanted}
          type="date"
          min={service.now.slice(0, 10)}
          value={draft.wanted_on}
          help={m.wantedHelp}
          onChange={({ target }) => set({ wanted_on: target.value })}
        />
      </div>
      <ChoiceRow
        title={m.anonymous}
        help={m.anonymousHelp}
        checked={draft.is_anonymous}
        onChange={(isAnonymous) => set({ is_anonymous: isAnonymous })}
      />
      <ChoiceRow
        title={m.hidden}
        help={m.hiddenHelp}
        checked={draft.hide_work}
        onChange={(isHidden) => set({ hide_work: isHidden })}
      />
      <Foot
        service={service}
        chosen={draft.options}
        isOff={isOff}
        isPending={isPending}
        refusal={error && refusedRequest(m, error)}
      />
    </form>
  )
}

interface ReferencesProps {
  brought: BroughtPhotos
  isChecked: boolean
  isSending: boolean
}

/** Pictures that say what words do not; they go with the request. */
function References({ brought, isChecked, isSending }: ReferencesProps) {
  const m = useMessages(requestMessages)
  const { first } = useMessages(likenessMessages)
  return (
    <fieldset disabled={isSending} className="grid gap-2">
      <legend className="mb-1.5 text-sm font-semibold">{m.references}</legend>
      <PickPhotos brought={brought} most={mostReferences} label={m.addReference} />
      {isChecked && brought.isUnsaid && (
        <p role="alert" className="text-xs font-medium text-danger-text">
          {first}
        </p>
      )}
      <p className="text-xs text-text-3">{m.referencesHelp}</p>
    </fieldset>
  )
}

interface FootProps {
  service: ServicePage
  chosen: readonly number[]
  isOff: boolean
  isPending: boolean
  refusal: string | null
}

function Foot({ service, chosen, isOff, isPending, refusal }: FootProps) {
  const m = useMessages(requestMessages)
  const isInstant = service.mode === 'instant'
  return (
    <div className="grid gap-3 border-t border-line pt-5">
      {isInstant && <Total service={service} chosen={chosen} />}
      {refusal !== null && <Alert tone="danger">{refusal}</Alert>}
      <Button type="submit" variant="primary" size="lg" wide disabled={isOff} busyLabel={isPending && m.sending}>
        {isInstant ? m.sendInstant : m.send}
      </Button>
      <p className="text-center text-xs text-text-3">{isInstant ? m.escrow : m.free}</p>
    </div>
  )
}

interface OptionsProps {
  service: ServicePage
  chosen: readonly number[]
  onChange: (chosen: number[]) => void
}

function Options({ service, chosen, onChange }: OptionsProps) {
  const m = useMessages(requestMessages)
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 text-sm font-semibold">{m.options}</legend>
      {service.options.map(({ name, price, days }, index) => (
        <ChoiceRow
          key={`${name} ${price} ${days}`}
          title={name}
          help={m.option(price, days)}
          checked={chosen.includes(index)}
          onChange={(isChosen) => onChange(isChosen ? [...chosen, index] : chosen.filter((one) => one !== index))}
        />
      ))}
    </fieldset>
  )
}

function Total({ service, chosen }: Omit<OptionsProps, 'onChange'>) {
  const m = useMessages(requestMessages)
  const options = service.options.filter((_, index) => chosen.includes(index))
  const price = options.reduce((sum, option) => sum + option.price, service.price_from)
  const days = options.reduce((sum, option) => sum + option.days, service.days)
  return <p className="num text-lg font-semibold">{m.total(price, Math.min(days, 120))}</p>
}

/** Null where the budget is no amount. */
function wishOf({ budget, wanted_on: wantedOn, ...draft }: Draft): Wish | null {
  const typed = budget.replaceAll(/\s/gu, '')
  if (!/^\d{0,8}$/u.test(typed)) return null
  return { ...draft, budget: Number(typed) || null, wanted_on: wantedOn || null }
}
