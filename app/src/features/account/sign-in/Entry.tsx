import { useEffect, useRef, useState } from 'react'

import { useSession } from '#data/session.ts'
import type { Explanation } from '#entities/session/explain.ts'
import { useMessages } from '#i18n/messages.ts'
import { changeSearch, getPlace, navigateToHref, placeStore } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'
import { Button } from '#ui/button/Button.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'
import { TabStrip } from '#ui/TabStrip.tsx'

import { accountsMessages } from '../accounts/accounts.i18n.ts'
import { KnownAccounts } from '../accounts/KnownAccounts.tsx'
import { useStaying } from '../accounts/use-staying.ts'
import { CodeStep } from './CodeStep.tsx'
import { addressOf, type CodeRequest, type EntryStep } from './entry-step.ts'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import { OtherWays } from './OtherWays.tsx'
import { SecondFactorStep } from './SecondFactorStep.tsx'
import { signInMessages } from './sign-in.i18n.ts'
import { SignInForm, type SignInFormProps } from './SignInForm.tsx'
import type { EntryMode } from './use-sign-in.ts'

const panelId = 'entry'

export interface EntryProps {
  startsAt: EntryMode
  startsWith?: Explanation | undefined
  /** Where one goes on to. */
  from: string
}

/** The way in, step by step: the form, a code, a second factor, a new password. */
export function Entry({ startsAt, startsWith, from }: EntryProps) {
  const m = useMessages(signInMessages)
  const session = useSession()
  const { search } = usePlace()
  const [mode, setMode] = useState(startsAt)
  const [step, setStep] = useState<EntryStep>({ kind: 'password' })
  const [address, setAddress] = useState('')
  usePageTitle(mode === 'sign-up' ? m.signUp : m.signIn)

  const waitForCode = (request: CodeRequest) => {
    setAddress(addressOf(request.login))
    // Kept in the address: the session that a recovery opens stays here, for the new password.
    changeSearch({ step: request.purpose === 'recovery' ? 'recovery' : undefined }, { replace: true })
    setStep({ kind: 'code', ...request })
  }
  const goBack = () => {
    changeSearch({ step: undefined }, { replace: true })
    setStep({ kind: 'password' })
  }

  /** Whoever adds the account that they are using already has nothing more to do here; another one starts the page anew. */
  const leaveAsBefore = (userId: string) => {
    if (session.status === 'signed-in' && session.user.id === userId) navigateToHref(from, { replace: true })
  }

  if (session.status === 'signed-in' && search['step'] === 'recovery') {
    return (
      <>
        <EntryHeading title={m.newPasswordTitle} text={m.newPasswordText} />
        <NewPasswordStep onDone={() => navigateToHref(from, { replace: true })} />
      </>
    )
  }
  if (session.status === 'signed-out' && session.halfway) {
    return (
      <>
        <EntryHeading title={m.factorTitle} text={m.factorText} />
        <SecondFactorStep user={session.halfway} />
      </>
    )
  }
  if (step.kind === 'code') {
    const titles = { 'sign-in': m.codeTitle, confirm: m.confirmTitle, recovery: m.recoveryTitle }
    const text = step.purpose === 'confirm' ? m.confirmSent : m.sent
    return (
      <>
        <EntryHeading title={titles[step.purpose]} text={text(address)} />
        <CodeStep request={step} onChannel={(channel) => setStep({ ...step, channel })} onBack={goBack} />
      </>
    )
  }
  return (
    <PasswordStep
      mode={mode}
      onMode={setMode}
      address={address}
      startsWith={startsWith}
      from={from}
      onCodeSent={waitForCode}
      onEntered={leaveAsBefore}
    />
  )
}

interface PasswordStepProps extends SignInFormProps {
  onMode: (mode: EntryMode) => void
  from: string
}

function PasswordStep({ onMode, from, ...form }: PasswordStepProps) {
  const m = useMessages(signInMessages)
  const { mode } = form
  const signingUp = mode === 'sign-up'
  const destination = describeDestination(from, m)
  const welcome = signingUp ? m.signUpText : m.signInText
  const staying = useStaying()
  const words = useMessages(accountsMessages)
  return (
    <>
      {staying ? (
        <EntryHeading title={words.addTitle} text={words.addText(staying)} />
      ) : (
        <EntryHeading
          title={signingUp ? m.signUpTitle : m.signInTitle}
          text={destination ? m.towards(destination) : welcome}
        />
      )}
      <KnownAccounts />
      <TabStrip
        label={m.tabs}
        look="segment"
        panelId={panelId}
        value={mode}
        tabs={[
          { value: 'sign-in', label: m.signIn },
          { value: 'sign-up', label: m.signUp },
        ]}
        onChange={onMode}
      />
      <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${mode}`}>
        <SignInForm {...form} />
      </div>
      <OtherWays from={from} />
      <p className="text-xs text-text-3">
        {signingUp ? m.hasAccount : m.noAccount}{' '}
        <button type="button" className="link min-h-6" onClick={() => onMode(signingUp ? 'sign-in' : 'sign-up')}>
          {signingUp ? m.signIn : m.signUp}
        </button>
      </p>
      {staying && (
        <Button variant="ghost" onClick={() => navigateToHref(from, { replace: true })}>
          {words.back(staying)}
        </Button>
      )}
    </>
  )
}

/** What was pressed on the way here is gone; a page that is loaded begins where the browser begins. */
function EntryHeading({ title, text }: { title: string; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isLoaded = getPlace() === placeStore.getInitialState()
    if (!isLoaded && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div>
      <h1 ref={heading} tabIndex={-1} className="text-[2.125rem] leading-[1.05]">
        {title}
      </h1>
      <p className="mt-1.5 text-text-2 wrap-anywhere">{text}</p>
    </div>
  )
}

type Words = (typeof signInMessages)['fr']

/** The place that `from` leads to, in the person's words; nothing for the feed. */
function describeDestination(path: string, m: Words): string | null {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const modal = searchParams.get('modal')
  if (modal === 'create' || modal === 'remix') return m.toCreate
  if (modal === 'search') return m.toSearch
  if (pathname.startsWith('/profile')) return m.toProfile
  if (pathname.startsWith('/messages')) return m.toMessages
  if (pathname === '/account' || pathname === '/settings') return m.toAccount
  return null
}
