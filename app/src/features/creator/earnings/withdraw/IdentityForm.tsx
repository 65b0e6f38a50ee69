import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { countryHere } from '#entities/payment/country-here.ts'
import { formatCountry } from '#i18n/country.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { refreshEarnings } from '../earnings-queries.ts'
import { refusalWords } from './refusal.ts'
import { withdrawMessages } from './withdraw.i18n.ts'

const countries = ['BJ', 'TG', 'CI', 'SN', 'ML', 'BF', 'NE', 'GN', 'CM', 'FR', 'BE', 'CA'] as const

/** Asked once, before the first withdrawal. */
export function IdentityForm() {
  const m = useMessages(withdrawMessages)
  const [who, setWho] = useState({ legal_name: '', birth_date: '', country: countryHere(), number_is_mine: false })
  const [isPressed, setPressed] = useState(false)
  const unborn = who.birth_date === '' ? m.birthMissing : null
  const missing = who.legal_name.trim() === '' ? m.identity_name : unborn
  const save = useMutation({
    mutationFn: () => callSignedIn('save_identity', who),
    onSuccess: refreshEarnings,
  })
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setPressed(true)
        if (missing === null) save.mutate()
      }}
    >
      <div>
        <h3>{m.identity}</h3>
        <p className="mt-1 text-sm text-text-2">{m.identityText}</p>
      </div>
      <TextField
        label={m.legalName}
        value={who.legal_name}
        autoComplete="name"
        data-autofocus
        onChange={({ target }) => setWho((before) => ({ ...before, legal_name: target.value }))}
      />
      <TextField
        label={m.birthDate}
        type="date"
        value={who.birth_date}
        autoComplete="bday"
        onChange={({ target }) => setWho((before) => ({ ...before, birth_date: target.value }))}
      />
      <SelectField
        label={m.country}
        value={who.country}
        options={countries.map((country) => ({ value: country, label: formatCountry(country) }))}
        onChange={({ target }) => setWho((before) => ({ ...before, country: target.value }))}
      />
      <label className="flex items-start gap-3 text-sm">
        <input
          type="checkbox"
          checked={who.number_is_mine}
          className="mt-0.5 size-5 flex-none accent-(--accent)"
          onChange={({ target }) => setWho((before) => ({ ...before, number_is_mine: target.checked }))}
        />
        {m.isMine}
      </label>
      {isPressed && missing !== null && <Alert tone="danger">{missing}</Alert>}
      {save.isError && missing === null && <Alert tone="danger">{refusalWords(m, save.error)}</Alert>}
      <Button type="submit" variant="primary" wide busyLabel={save.isPending && m.saving}>
        {m.goOn}
      </Button>
    </form>
  )
}
