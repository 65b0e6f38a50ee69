import type { Commission, Licence } from '@product/contract'
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useState } from 'react'

import { serviceQueries } from '#entities/commission/service/service-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextArea, TextField } from '#ui/fields/TextField.tsx'

import { StepForm } from './StepForm.tsx'
import { stepMessages } from './steps.i18n.ts'

const mostSteps = 3
const feePercent = 8

/** As it is typed. */
interface Row {
  key: string
  title: string
  amount: string
  days: string
}

/** Without days: as many as the service says, which may come later. */
type HeldRow = Omit<Row, 'days'> & { days: string | null }

const numberOf = (typed: string) => Number(typed.replaceAll(/\s/gu, ''))
const isAmount = (typed: string) => {
  const amount = numberOf(typed)
  return amount >= 2000 && amount <= 500_000 && amount % 100 === 0
}
const areDays = (typed: string) => Number.isInteger(numberOf(typed)) && numberOf(typed) >= 1 && numberOf(typed) <= 120
const isWhole = ({ title, amount, days }: Row) => title.trim() !== '' && isAmount(amount) && areDays(days)
const newRow = (given: Partial<HeldRow> = {}): HeldRow => ({
  key: crypto.randomUUID(),
  title: '',
  amount: '',
  days: '',
  ...given,
})

/** The creator's answer to a request: what is made, in which steps, for how much and when. */
export function ProposeForm({ order, onClose }: { order: Commission; onClose: () => void }) {
  const m = useMessages(stepMessages)
  const isAgain = order.terms > 0
  const [scope, setScope] = useState(order.scope ?? '')
  const [licence, setLicence] = useState<Licence>(order.licence)
  const [held, setHeld] = useState(() => firstRows(order))
  const { data: service } = useQuery(serviceQueries.one(order.service_id))
  const rows = held.map((row): Row => ({ ...row, days: row.days ?? String(service?.days ?? '') }))
  const [isChecked, setChecked] = useState(false)
  const total = rows.reduce((sum, { amount }) => sum + (isAmount(amount) ? numberOf(amount) : 0), 0)
  const change = (key: string, given: Partial<Row>) =>
    setHeld((before) => before.map((row) => (row.key === key ? { ...row, ...given } : row)))
  const details = () => {
    setChecked(true)
    if (scope.trim() === '' || !rows.every(isWhole)) return null
    const milestones = rows.map(({ title, amount, days }) => ({
      title,
      amount: numberOf(amount),
      days: numberOf(days),
    }))
    return { scope, licence, milestones }
  }
  return (
    <StepForm
      order={order}
      step="propose"
      title={isAgain ? m.proposeAgain : m.propose}
      label={m.proposeSend(total)}
      details={details}
      onClose={onClose}
    >
      {isAgain && <Alert tone="info">{m.proposeAgainText}</Alert>}
      <TextArea
        label={m.scope}
        rows={4}
        value={scope}
        maxLength={2000}
        help={m.scopeHelp}
        error={isChecked && scope.trim() === '' ? m.scopeMissing : null}
        onChange={({ target }) => setScope(target.value)}
      />
      <fieldset className="grid gap-3">
        <legend className="text-sm font-semibold">{m.steps}</legend>
        <p className="text-xs text-text-3">{m.stepsHelp}</p>
        {rows.map((row, index) => (
          <StepRow
            key={row.key}
            row={row}
            place={index + 1}
            isChecked={isChecked}
            onChange={(given) => change(row.key, given)}
            onRemove={rows.length > 1 ? () => setHeld(held.filter(({ key }) => key !== row.key)) : undefined}
          />
        ))}
        {rows.length < mostSteps && (
          <Button
            variant="ghost"
            className="justify-self-start"
            icon={<Plus aria-hidden="true" className="size-5" />}
            onClick={() => setHeld([...held, newRow()])}
          >
            {m.addStep}
          </Button>
        )}
      </fieldset>
      <SelectField
        label={m.licence}
        value={licence}
        options={[
          { value: 'perso', label: m.perso },
          { value: 'commercial', label: m.commercial },
        ]}
        onChange={({ target }) => setLicence(target.value as Licence)}
      />
      <p className="text-sm text-text-2">{m.net(total - (total * feePercent) / 100)}</p>
    </StepForm>
  )
}

interface StepRowProps {
  row: Row
  place: number
  isChecked: boolean
  onChange: (given: Partial<Row>) => void
  onRemove: (() => void) | undefined
}

function StepRow({ row, place, isChecked, onChange, onRemove }: StepRowProps) {
  const m = useMessages(stepMessages)
  return (
    <div className="grid gap-3 rounded-md border border-line p-3">
      <TextField
        label={m.stepTitle(place)}
        value={row.title}
        maxLength={80}
        error={isChecked && row.title.trim() === '' ? m.titleMissing : null}
        aside={
          onRemove && (
            <IconButton
              size="sm"
              className="-my-2"
              label={m.removeStep(place)}
              icon={<X aria-hidden="true" className="size-4.5" />}
              onClick={onRemove}
            />
          )
        }
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextField
          label={m.stepAmount(place)}
          inputMode="numeric"
          value={row.amount}
          error={isChecked && !isAmount(row.amount) ? m.amountWrong : null}
          onChange={({ target }) => onChange({ amount: target.value })}
        />
        <TextField
          label={m.stepDays(place)}
          inputMode="numeric"
          value={row.days}
          error={isChecked && !areDays(row.days) ? m.daysWrong : null}
          onChange={({ target }) => onChange({ days: target.value })}
        />
      </div>
    </div>
  )
}

function firstRows({ milestones, service_title: title, budget }: Commission): HeldRow[] {
  if (milestones.length === 0) return [newRow({ title, amount: budget === null ? '' : String(budget), days: null })]
  return milestones.map((step) => newRow({ title: step.title, amount: String(step.amount), days: String(step.days) }))
}
