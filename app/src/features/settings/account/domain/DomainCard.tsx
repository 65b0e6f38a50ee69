/** The domain beside one's name: what to write into its records, and looking whether it is there. */
import { useMutation } from '@tanstack/react-query'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Copy from 'lucide-react/icons/copy'
import { useId, useState } from 'react'

import { useOwnProfile } from '#entities/profile/profile-queries.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'
import { IconButton } from '#ui/button/IconButton.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { TextField } from '#ui/fields/TextField.tsx'
import { toast } from '#ui/toast/toast.ts'

import { domainMessages } from './domain.i18n.ts'
import { DomainRefused, dropDomain, proveDomain, refreshProfiles } from './prove-domain.ts'

export function DomainCard({ userId }: { userId: string }) {
  const m = useMessages(domainMessages)
  const id = useId()
  const profile = useOwnProfile(userId)
  return (
    <section className="card grid gap-4" aria-labelledby={id}>
      <div>
        <h2 id={id}>{m.title}</h2>
        <p className="mt-1 text-sm text-text-2">{m.text}</p>
      </div>
      {profile?.verified_domain ? <Proven domain={profile.verified_domain} /> : <Prove userId={userId} />}
    </section>
  )
}

function Proven({ domain }: { domain: string }) {
  const m = useMessages(domainMessages)
  const drop = useMutation({
    mutationFn: dropDomain,
    onSuccess: () => toast({ title: m.dropped }),
    onError: () => toast({ title: m.failed, tone: 'danger' }),
    onSettled: refreshProfiles,
  })
  return (
    <>
      <p className="flex items-center gap-2 font-semibold">
        <BadgeCheck aria-hidden="true" className="size-5 flex-none text-link" />
        <span className="min-w-0 wrap-anywhere">{m.proven(domain)}</span>
      </p>
      <p className="text-sm text-text-2">{m.kept}</p>
      <Button
        className="justify-self-start"
        variant="line"
        busyLabel={drop.isPending && m.checking}
        onClick={() => drop.mutate()}
      >
        {m.drop}
      </Button>
    </>
  )
}

function Prove({ userId }: { userId: string }) {
  const m = useMessages(domainMessages)
  const [typed, setTyped] = useState('')
  const look = useMutation({
    mutationFn: proveDomain,
    onSuccess: ({ domain, is_proven: isProven }) => {
      if (isProven) toast({ title: m.proven(domain) })
      return refreshProfiles()
    },
  })
  const domain = nameIn(typed)
  const problem = look.error instanceof DomainRefused ? look.error.problem : 'failed'
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        look.mutate(domain)
      }}
    >
      <TextField
        label={m.domain}
        value={typed}
        placeholder={m.example}
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        error={look.isError && problem === 'invalid' ? m.invalid : null}
        onChange={({ target }) => {
          look.reset()
          setTyped(target.value)
        }}
      />
      {domain.includes('.') && <Record domain={domain} userId={userId} />}
      {look.isError && problem !== 'invalid' && <Alert tone="danger">{m[problem]}</Alert>}
      {look.data?.is_proven === false && <Alert tone="info">{m.missing}</Alert>}
      <Button
        type="submit"
        className="justify-self-start"
        variant="ink"
        disabled={domain === ''}
        busyLabel={look.isPending && m.checking}
      >
        {m.check}
      </Button>
    </form>
  )
}

/** As people copy it out of the address bar. */
function nameIn(typed: string): string {
  return typed
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//u, '')
    .replace(/[/?#].*$/u, '')
}

function Record({ domain, userId }: { domain: string; userId: string }) {
  const m = useMessages(domainMessages)
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: m.copied })
    } catch {
      toast({ title: m.copyFailed, tone: 'danger' })
    }
  }
  const parts = [
    { name: m.name, text: `_cortexia.${domain}` },
    { name: m.value, text: `cortexia=${userId}` },
  ]
  return (
    <div className="grid gap-2">
      <p className="text-sm">{m.record}</p>
      <dl className="grid gap-2">
        {parts.map(({ name, text }) => (
          <div key={name} className="flex items-center gap-3 rounded-md bg-surface-2 py-1 pr-1 pl-3.5">
            <dt className="w-14 flex-none text-xs text-text-2">{name}</dt>
            <dd className="min-w-0 flex-1 text-sm wrap-anywhere">{text}</dd>
            <dd>
              <IconButton
                label={m.copy(name)}
                icon={<Copy aria-hidden="true" className="size-4.5" />}
                onClick={() => void copy(text)}
              />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
