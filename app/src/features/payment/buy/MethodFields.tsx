import { useId, useState } from 'react'

import type { Operator } from '#entities/payment/payment-queries.ts'
import { formatCountry } from '#i18n/country.ts'
import { useMessages } from '#i18n/messages.ts'
import { SegmentedControl } from '#ui/fields/SegmentedControl.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { paymentMessages } from '../payment.i18n.ts'
import { checkNumber, inPairs, operatorOf } from './number.ts'
import type { PayingWay } from './paying-way.ts'

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
      {way.kind === 'mobile_money' ? (
        <MobileFields way={way} operators={operators} isChecked={isChecked} onChange={onChange} />
      ) : (
        <p className="text-sm text-text-2">{m.cardText}</p>
      )}
    </div>
  )
}

function MobileFields({ way, operators, isChecked, onChange }: MethodFieldsProps) {
  const m = useMessages(paymentMessages)
  const [isChosen, setChosen] = useState(false)
  const countries = [...new Set(operators.map(({ country }) => country))]
  const here = operators.filter(({ country }) => country === way.country)
  const operator = here.find(({ code }) => code === way.operator)
  const move = (country: string) => {
    const first = operators.find((one) => one.country === country && one.isUp)
    setChosen(false)
    onChange({ country, operator: first?.code ?? '' })
  }
  const choose = (code: string) => {
    setChosen(true)
    onChange({ operator: code })
  }
  const type = (number: string) => {
    // A guess by how it begins, until somebody chooses: numbers are ported.
    const guessed = isChosen ? undefined : operatorOf(number, here)
    onChange({ number, ...(guessed?.isUp && { operator: guessed.code }) })
  }
  return (
    <>
      <SelectField
        label={m.country}
        value={way.country}
        options={countries.map((country) => ({ value: country, label: formatCountry(country) }))}
        onChange={(event) => move(event.target.value)}
      />
      <OperatorChoice operators={here} value={way.operator} onChange={choose} />
      {operator && <NumberField number={way.number} operator={operator} isChecked={isChecked} onType={type} />}
    </>
  )
}

interface NumberFieldProps {
  number: string
  operator: Operator
  isChecked: boolean
  onType: (number: string) => void
}

function NumberField({ number, operator, isChecked, onType }: NumberFieldProps) {
  const m = useMessages(paymentMessages)
  const check = checkNumber(number, operator)
  const settle = () => {
    if (check.is === 'old') onType(check.number)
    else if (check.is !== 'short' && !number.includes('+')) onType(inPairs(number))
  }
  const hint = check.is === 'old' ? m.before01(check.number) : check.is === 'elsewhere' ? m.notOf(operator.name) : null
  return (
    <TextField
      label={m.number(operator.name)}
      aside={<span className="num text-sm text-text-3">+{operator.dial}</span>}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      placeholder={exampleOf(operator)}
      value={number}
      onChange={(event) => onType(event.target.value)}
      onBlur={settle}
      error={isChecked && check.is === 'short' ? m.digits(operator.digits) : null}
      help={
        <>
          {hint !== null && <span className="mb-0.5 block font-medium text-text-2">{hint}</span>}
          {m.secret}
        </>
      }
    />
  )
}

/** What one of its numbers looks like: nobody's, since it ends in zeros. */
function exampleOf({ prefixes, digits }: Operator): string {
  return inPairs((prefixes[0] ?? '').padEnd(digits, '0'))
}

interface OperatorChoiceProps {
  operators: readonly Operator[]
  value: string
  onChange: (code: string) => void
}

function OperatorChoice({ operators, value, onChange }: OperatorChoiceProps) {
  const m = useMessages(paymentMessages)
  const name = useId()
  const down = operators.filter(({ isUp }) => !isUp)
  return (
    <fieldset className="grid gap-1.5">
      <legend className="mb-1.5 text-sm font-semibold">{m.operator}</legend>
      <div className="flex flex-wrap gap-2">
        {operators.map(({ code, name: operator, isUp }) => (
          <label
            key={code}
            className="relative inline-flex min-h-11 items-center rounded-full border border-line-strong px-4 text-sm font-medium has-checked:border-accent has-checked:font-semibold has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:border-line has-disabled:text-text-3"
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
            {operator}
          </label>
        ))}
      </div>
      {down.map(({ code, name: operator }) => (
        <p key={code} className="text-xs text-text-3">
          {m.down(operator)}
        </p>
      ))}
    </fieldset>
  )
}
