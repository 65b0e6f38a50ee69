'use no memo'

import { useMessages } from '#i18n/messages.ts'
/** What this is, in five seconds, for somebody who is not signed in. */
import { Link } from '#navigation/Link.tsx'
import { buttonClass } from '#ui/button/button-class.ts'
import { Lisiere } from '#ui/cloth/Lisiere.tsx'

import { feedMessages } from './feed.i18n.ts'

export function VisitorWelcome() {
  const m = useMessages(feedMessages)
  return (
    <section aria-labelledby="welcome">
      <div className="px-(--gutter) pt-6 pb-5.5 md:flex md:items-end md:justify-between md:gap-8 md:px-6 md:pt-10 md:pb-8 lg:px-8 lg:pt-13 lg:pb-9">
        <div>
          <h1 id="welcome" className="hero max-w-[12em] md:max-w-none">
            {m.heroTitle}
          </h1>
          <p className="mt-3 mb-4.5 max-w-128 text-text-2 md:mb-0">{m.heroText}</p>
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
