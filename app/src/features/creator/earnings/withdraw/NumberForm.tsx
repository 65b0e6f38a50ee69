import { FunctionErrorBody } from '@product/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'

import { useUserId } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'
import { countryHere } from '#entities/payment/country-here.ts'
import { paymentQueries } from '#entities/payment/payment-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { CodeField } from '#ui/fields/CodeField.tsx'
import { SelectField } from '#ui/fields/SelectField.tsx'
import { TextField } from '#ui/fields/TextField.tsx'

import { earningsQueries, refreshEarnings } from '../earnings-queries.ts'
import { ownFirst } from './own-first.ts'
import { NumberRefused, refusalWords } from './refusal.ts'
import { withdrawMessages } from './withdraw.i18n.ts'

const Answer = v.object({ sent: v.optional(v.boolean()), proven: v.optional(v.boolean()) })

async function askNumber(body: object): Promise<v.InferOutput<typeof Answer>> {
  const { functions } = await supabase()
  const { data, error } = await functions.invoke<unknown>('payment-number', { body: { ...body, receives: true } })
  if (error === null) return v.parse(Answer, data)
  const { context } = error as { context?: unknown }
  const refusal = v.safeParse(FunctionErrorBody, context instanceof Response ? await context.json() : null)
  throw new NumberRefused(refusal.success ? refusal.output.code : 'network')
}

function useOwnOperators() {
  const { data: known } = useQuery(paymentQueries.operators())
  const { data: proven } = useQuery(earningsQueries.number(useUserId()))
  return known && proven !== undefined ? ownFirst(known, proven, countryHere()) : []
}

/** The number that money goes to, proven by a code that is sent there. */
export function NumberForm({ onDone }: { onDone: () => void }) {
  const m = useMessages(withdrawMessages)
  const operators = useOwnOperators()
  const [typed, setTyped] = useState({ operator: '', number: '' })
  const operator = typed.operator || operators[0]?.code || ''
  const send = useMutation({ mutationFn: () => askNumber({ operator, number: typed.number }) })
  const prove = useMutation({
    mutationFn: (code: string) => askNumber({ operator, number: typed.number, code }),
    onSuccess: async ({ proven }) => {
      if (proven !== true) return
      await refreshEarnings()
      onDone()
    },
  })
  const failure = prove.error ?? send.error
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        prove.reset()
        send.mutate()
      }}
    >
      <div>
        <h3>{m.number}</h3>
        <p className="mt-1 text-sm text-text-2">{m.numberText}</p>
      </div>
      <SelectField
        label={m.operator}
        value={operator}
        options={operators.map(({ code, name, country }) => ({ value: code, label: `${name} · ${country}` }))}
        onChange={({ target }) => setTyped((before) => ({ ...before, operator: target.value }))}
      />
      <TextField
        label={m.phone}
        value={typed.number}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        data-autofocus
        onChange={({ target }) => setTyped((before) => ({ ...before, number: target.value }))}
      />
      <p className="text-xs text-text-3">{m.lockText}</p>
      {failure !== null && <Alert tone="danger">{refusalWords(m, failure)}</Alert>}
      {send.isSuccess && (
        <CodeField
          label={m.code}
          error={prove.data?.proven === false ? m.codeWrong : null}
          readOnly={prove.isPending}
          onComplete={(code) => prove.mutate(code)}
        />
      )}
      <Button type="submit" variant={send.isSuccess ? 'line' : 'primary'} wide busyLabel={send.isPending && m.saving}>
        {m.sendCode}
      </Button>
    </form>
  )
}
