import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'

import { callSignedIn } from '#data/call-signed-in.ts'
import { DataError } from '#data/rest.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { staffMessages } from './staff.i18n.ts'

const kinds = ['percent', 'amount', 'credits'] as const

const empty = { code: '', label: '', sort: 'percent', value: '10', until: '', uses: '100' }

/** A code for a campaign: the database keeps its digest alone, so that it is written down now or never. */
export function PromoCodes() {
  const m = useMessages(staffMessages)
  const [form, setForm] = useState(empty)
  const make = useMutation({
    mutationFn: () =>
      callSignedIn('create_promo_code', {
        p_code: form.code.trim(),
        p_label: form.label.trim(),
        p_kind: form.sort,
        p_value: Number(form.value),
        // To the end of the day that was chosen.
        p_valid_to: `${form.until}T23:59:59`,
        p_max_uses: Number(form.uses),
      }),
    onSuccess: () => {
      toast({ title: m.done })
      setForm(empty)
    },
  })
  const field = (name: keyof typeof empty) => ({
    label: m[name],
    value: form[name],
    required: true,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => setForm((before) => ({ ...before, [name]: target.value })),
  })
  return (
    <form
      className="card grid gap-3 sm:grid-cols-2"
      aria-label={m.promo}
      onSubmit={(event) => {
        event.preventDefault()
        make.mutate()
      }}
    >
      <TextField {...field('code')} minLength={6} maxLength={40} autoCapitalize="characters" spellCheck={false} />
      <TextField {...field('label')} maxLength={80} />
      <SelectField {...field('sort')} options={kinds.map((value) => ({ value, label: m[value] }))} />
      <TextField {...field('value')} inputMode="numeric" pattern="[0-9]+" />
      <TextField {...field('until')} type="date" />
      <TextField {...field('uses')} inputMode="numeric" pattern="[0-9]+" />
      {make.isError && (
        <div className="sm:col-span-2">
          <Alert tone="danger">
            {make.error instanceof DataError && make.error.code === '23505' ? m.codeTaken : m.codeWrong}
          </Alert>
        </div>
      )}
      <Button type="submit" className="sm:justify-self-start" disabled={make.isPending}>
        {m.makeCode}
      </Button>
    </form>
  )
}
