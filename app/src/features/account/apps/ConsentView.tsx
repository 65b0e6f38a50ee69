import type { OAuthAuthorizationDetails } from '@supabase/supabase-js'
import { useMutation, useQuery } from '@tanstack/react-query'
import Check from 'lucide-react/icons/check'
import { useEffect } from 'react'

import { useMessages } from '#i18n/messages.ts'
import { usePlace } from '#navigation/use-place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { answerMutation, askedQuery } from './apps-data.ts'
import { appsMessages } from './apps.i18n.ts'

/** `/oauth/consent?authorization_id=…`: an app of somebody else asks to be let in. */
export function ConsentView() {
  const m = useMessages(appsMessages)
  usePageTitle(m.consentTitle)
  const id = usePlace().search['authorization_id'] ?? ''
  const { data: asked, isError } = useQuery({ ...askedQuery(id), enabled: id !== '' })
  const known = asked && 'redirect_url' in asked ? asked.redirect_url : null
  useEffect(() => {
    if (known !== null) location.replace(known)
  }, [known])
  return (
    <div className="page max-w-120">
      {(isError || id === '') && <Alert tone="danger">{m.gone}</Alert>}
      {!asked && !isError && id !== '' && <Skeleton className="h-80 rounded-lg" />}
      {known !== null && <p role="status">{m.leaving}</p>}
      {asked && 'authorization_id' in asked && <Question asked={asked} />}
    </div>
  )
}

function Question({ asked }: { asked: OAuthAuthorizationDetails }) {
  const m = useMessages(appsMessages)
  const { mutate, isPending, isSuccess, isError, variables } = useMutation(answerMutation)
  const { client, user, scope, redirect_uri: back, authorization_id: id } = asked
  const names: Readonly<Record<string, string>> = {
    openid: m.openid,
    email: m.email,
    phone: m.phone,
    profile: m.profile,
  }
  const isBusy = isPending || isSuccess
  const answer = (isLetIn: boolean) =>
    mutate({ id, isLetIn }, { onSuccess: ({ redirect_url: url }) => location.replace(url) })
  return (
    <section className="card" aria-labelledby="asks">
      <h1 id="asks" className="text-2xl wrap-anywhere">
        {m.asks(client.name)}
      </h1>
      {user.email && <p className="mt-2 text-sm text-text-2 wrap-anywhere">{m.as(user.email)}</p>}
      <h2 className="mt-6 text-base">{m.reads}</h2>
      <ul className="mt-2 grid gap-2">
        {scope.split(' ').map((name) => (
          <li key={name} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} />
            {names[name] ?? name}
          </li>
        ))}
      </ul>
      <p className="mt-4">{m.acts}</p>
      <p className="mt-4 text-sm text-text-2 wrap-anywhere">
        {m.returnsTo(hostOf(back))} {m.later}
      </p>
      {isError && (
        <div className="mt-4">
          <Alert tone="danger">{m.failed}</Alert>
        </div>
      )}
      <div className="mt-6 grid grid-cols-2 gap-3">
        <Button
          disabled={isBusy}
          busyLabel={isBusy && !variables?.isLetIn && m.answering}
          onClick={() => answer(false)}
        >
          {m.refuse}
        </Button>
        <Button
          variant="primary"
          disabled={isBusy}
          busyLabel={isBusy && variables?.isLetIn && m.answering}
          onClick={() => answer(true)}
        >
          {m.letIn}
        </Button>
      </div>
    </section>
  )
}

/** An app's own scheme has no host. */
function hostOf(uri: string): string {
  const { host, protocol } = new URL(uri)
  return host || protocol
}
