import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { countryHere } from '#entities/payment/country-here.ts'
import { formatCountry } from '#i18n/country.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'

import { bankPage } from './bank.ts'
import { refusalWords } from './refusal.ts'
import { withdrawMessages } from './withdraw.i18n.ts'

export interface BankFormProps {
  countries: readonly string[]
  /** Stripe still lacks something. */
  isBegun: boolean
}

/** The account is opened once; who one is, Stripe asks on its own pages. */
export function BankForm({ countries, isBegun }: BankFormProps) {
  const m = useMessages(withdrawMessages)
  const [here] = useState(countryHere)
  const [country, setCountry] = useState(() => (countries.includes(here) ? here : (countries[0] ?? '')))
  const go = useMutation({
    mutationFn: () => bankPage(country),
    onSuccess: (url) => location.assign(url),
  })
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        go.mutate()
      }}
    >
      <div>
        <h3>{isBegun ? m.bankUnready : m.bank}</h3>
        <p className="mt-1 text-sm text-text-2">{isBegun ? m.bankUnreadyText : m.bankText}</p>
      </div>
      {!isBegun && (
        <SelectField
          label={m.bankCountry}
          value={country}
          options={countries.map((value) => ({ value, label: formatCountry(value) }))}
          onChange={({ target }) => setCountry(target.value)}
        />
      )}
      {go.isError && <Alert tone="danger">{refusalWords(m, go.error)}</Alert>}
      <Button type="submit" variant="primary" wide busyLabel={(go.isPending || go.isSuccess) && m.saving}>
        {m.toStripe}
      </Button>
    </form>
  )
}
