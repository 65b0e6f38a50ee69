import { useId } from 'react'

import type { Operator } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { paymentMessages } from '../payment.i18n.ts'
import { checkNumber } from './number.ts'

export interface PayingWay {
  kind: 'mobile_money' | 'card'
  country: string
  operator: string
  number: string
}

export interface MethodFieldsProps {
  way: PayingWay
  operators: readonly Operator[]
  /** A press came before the number was whole. */
  isChecked: boolean
  onChange: (change: Partial<PayingWay>) => void
}

/** How one pays: by the phone, or by a card whose number no page of ours ever sees. */
export function MethodFields({ way, operators, isChecked, onChange }: MethodFieldsProps) {
  const m = useMessages(paymentMessages)
  return (
    <div className="grid gap-4">
      <SegmentedControl
        label={m.method}
        value={way.kind}
        options={[
          { value: 'mobile_money', label: m.mobile },
          { value: 'card', label: m.card },
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      {way.kind === 'mobile_money' && (
        <MobileFields way={way} operators={operators} isChecked={isChecked} onChange={onChange} />
      )}
    </div>
  )
}

function MobileFields({ way, operators, isChecked, onChange }: MethodFieldsProps) {
  const m = useMessages(paymentMessages)
  const countries = [...new Set(operators.map(({ country }) => country))]
  const here = operators.filter(({ country }) => country === way.country)
  const operator = here.find(({ code }) => code === way.operator)
  const nameOf = (country: string) => (m as Record<string, unknown>)[country] as string
  const move = (country: string) => {
    const first = operators.find((one) => one.country === country && one.isUp)
    onChange({ country, operator: first?.code ?? '' })
  }
  return (
    <>
      <SelectField
        label={m.country}
        value={way.country}
        options={countries.map((country) => ({ value: country, label: nameOf(country) }))}
        onChange={(event) => move(event.target.value)}
      />
      <OperatorChoice operators={here} value={way.operator} onChange={(code) => onChange({ operator: code })} />
      {operator && (
        <TextField
          label={m.number(operator.name)}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={way.number}
          onChange={(event) => onChange({ number: event.target.value })}
          error={isChecked && checkNumber(way.number, operator).is === 'short' ? m.digits(operator.digits) : null}
          help={hintOf(m, way.number, operator)}
        />
      )}
    </>
  )
}

function hintOf(
  m: ReturnType<typeof useMessages<(typeof paymentMessages)['fr']>>,
  number: string,
  operator: Operator,
): string {
  const check = checkNumber(number, operator)
  if (check.is === 'old') return m.before01(check.number)
  return check.is === 'elsewhere' ? m.notOf(operator.name) : m.secret
}

function OperatorChoice({
  operators,
  value,
  onChange,
}: {
  operators: readonly Operator[]
  value: string
  onChange: (code: string) => void
}) {
  const m = useMessages(paymentMessages)
  const name = useId()
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{m.operator}</legend>
      <div className="flex flex-wrap gap-2">
        {operators.map(({ code, name: operator, isUp }) => (
          <label
            key={code}
            className="relative inline-flex min-h-11 items-center rounded-full border border-line px-4 text-sm font-medium has-checked:border-accent has-checked:font-semibold has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:text-text-3"
          >
            <input
              type="radio"
              name={name}
              value={code}
              checked={code === value}
              disabled={!isUp}
              onChange={() => onChange(code)}
              className="absolute inset-0 m-0 cursor-pointer opacity-0"
            />
            {isUp ? operator : m.down(operator)}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
