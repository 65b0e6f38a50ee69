import Globe from 'lucide-react/icons/globe'
import { useState } from 'react'

import { safeReturnPath } from '#entities/session/return-path.ts'
import { hasReturnError } from '#features/sign-in/auth-failure.ts'
import { describeDestination } from '#features/sign-in/destination.ts'
import { PictureWall } from '#features/sign-in/PictureWall.tsx'
import { signInMessages } from '#features/sign-in/sign-in-messages.ts'
import { SignInForm } from '#features/sign-in/SignInForm.tsx'
import { setLanguage } from '#i18n/language.ts'
import { useMessages } from '#i18n/messages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { usePlace } from '#navigation/use-place.ts'
import { Button } from '#ui/Button.tsx'
import { Lisiere } from '#ui/Lisiere.tsx'
import { Wordmark } from '#ui/Logo.tsx'
import { TabStrip } from '#ui/TabStrip.tsx'
import { usePageTitle } from '#ui/use-page-title.ts'

const panelId = 'entry'

/** Sign-in and sign-up, on three paths: the path chooses the tab. */
export function AuthScreen() {
  const m = useMessages(signInMessages)
  const { pathname, search } = usePlace()
  const [mode, setMode] = useState<'sign-in' | 'sign-up'>(pathname === paths.signup ? 'sign-up' : 'sign-in')
  const [startsWith] = useState(() => (hasReturnError(location) ? { block: m.errOauth } : undefined))
  const signingUp = mode === 'sign-up'
  const destination = describeDestination(safeReturnPath(search['from']), m)
  usePageTitle(signingUp ? m.signUp : m.signIn)
  return (
    <main className="grid min-h-svh grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1.25fr)_minmax(30rem,1fr)] lg:grid-rows-1">
      <PictureWall />
      <div className="mx-auto flex w-full max-w-112 flex-col gap-5 px-6 pt-5 pb-8 lg:justify-center lg:p-8">
        <div className="flex items-center justify-between">
          <Link to={paths.home} aria-label={m.home} className="inline-flex min-h-11 items-center">
            <Wordmark />
          </Link>
          <LanguageButton label={m.language} />
        </div>
        <Lisiere className="-my-1 rounded-img" />
        <div>
          <h1 className="text-[2.125rem] leading-[1.05]">{signingUp ? m.signUpTitle : m.signInTitle}</h1>
          <p className="mt-1.5 text-text-2">
            {destination ? m.towards(destination) : signingUp ? m.signUpText : m.signInText}
          </p>
        </div>
        <TabStrip
          label={m.tabs}
          look="segment"
          panelId={panelId}
          value={mode}
          tabs={[
            { value: 'sign-in', label: m.signIn },
            { value: 'sign-up', label: m.signUp },
          ]}
          onChange={setMode}
        />
        <div role="tabpanel" id={panelId} aria-labelledby={`${panelId}-${mode}`}>
          <SignInForm mode={mode} startsWith={startsWith} />
        </div>
        <p className="text-xs text-text-3">
          {signingUp ? m.hasAccount : m.noAccount}{' '}
          <button type="button" className="link min-h-6" onClick={() => setMode(signingUp ? 'sign-in' : 'sign-up')}>
            {signingUp ? m.signIn : m.signUp}
          </button>
        </p>
      </div>
    </main>
  )
}

function LanguageButton({ label }: { label: string }) {
  const language = useLanguage()
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={label}
      icon={<Globe aria-hidden="true" className="size-4.5" strokeWidth={1.75} />}
      onClick={() => setLanguage(language === 'fr' ? 'en' : 'fr')}
    >
      {language.toUpperCase()}
    </Button>
  )
}
