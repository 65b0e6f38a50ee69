import Globe from 'lucide-react/icons/globe'
import { useState } from 'react'

import { hasReturnError } from '#entities/session/auth-failure.ts'
import { safeReturnPath } from '#entities/session/return-path.ts'
import { Entry } from '#features/account/sign-in/Entry.tsx'
import { PictureWall } from '#features/account/sign-in/PictureWall.tsx'
import { signInMessages } from '#features/account/sign-in/sign-in.i18n.ts'
import { setLanguage } from '#i18n/change-language.ts'
import { useMessages } from '#i18n/messages.ts'
import { useLanguage } from '#i18n/use-language.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { usePlace } from '#navigation/use-place.ts'
import { Button } from '#ui/button/Button.tsx'
import { Lisiere } from '#ui/cloth/Lisiere.tsx'
import { Wordmark } from '#ui/picture/Logo.tsx'

/** Sign-in and sign-up, on three paths: the path chooses the tab. */
export function AuthScreen() {
  const m = useMessages(signInMessages)
  const { pathname, search } = usePlace()
  const [startsWith] = useState(() => (hasReturnError(location) ? { block: m.errOauth } : undefined))
  return (
    <main className="grid min-h-[calc(100svh-var(--said-h))] grid-cols-1 grid-rows-[auto_1fr] lg:grid-cols-[minmax(0,1.25fr)_minmax(30rem,1fr)] lg:grid-rows-1">
      <PictureWall />
      <div className="relative mx-auto flex w-full max-w-112 flex-col gap-4 bg-bg px-6 pt-3 pb-8 lg:gap-5 lg:justify-center lg:p-8">
        <div className="flex items-center justify-between">
          <Link to={paths.home} aria-label={m.home} className="inline-flex min-h-11 items-center">
            <Wordmark />
          </Link>
          <LanguageButton label={m.language} />
        </div>
        <Lisiere className="-my-1 rounded-img" />
        <Entry
          startsAt={pathname === paths.signup ? 'sign-up' : 'sign-in'}
          startsWith={startsWith}
          from={safeReturnPath(search['from'])}
        />
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
