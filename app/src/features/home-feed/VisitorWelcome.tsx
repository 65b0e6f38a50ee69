'use no memo'

import { Suspense } from 'react'

import { useMessages } from '#i18n/messages.ts'
/** What this is, in five seconds, for somebody who is not signed in. */
import { Link } from '#navigation/Link.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Lisiere } from '#ui/cloth/Lisiere.tsx'

import { feedMessages } from './feed.i18n.ts'
import { PromptInvite } from './FeedTabs.tsx'

export function VisitorWelcome() {
  const m = useMessages(feedMessages)
  return (
    <section aria-labelledby="welcome">
      <div className="welcome">
        <h1 id="welcome" className="hero">
          {m.heroTitle}
        </h1>
        <p>{m.heroText}</p>
        <div className="mb-3 min-h-12 md:hidden">
          <Suspense fallback={null}>
            <PromptInvite />
          </Suspense>
        </div>
        <div className="flex flex-none gap-2">
          <Link to="/signup" search={{ from: '/' }} className={buttonClass({ variant: 'primary', size: 'lg' })}>
            {m.createAccount}
          </Link>
          <Link
            to="/login"
            search={{ from: '/' }}
            className={`${buttonClass({ variant: 'line', size: 'lg' })} max-md:hidden!`}
          >
            {m.signIn}
          </Link>
        </div>
      </div>
      <Lisiere />
    </section>
  )
}
