import Search from 'lucide-react/icons/search'

import { openModal } from '#entities/session/modals.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { matchPath, paths } from '#navigation/paths.ts'
import { usePlace } from '#navigation/use-place.ts'
import { buttonClass } from '#ui/button/button-class.ts'
import { Button } from '#ui/button/Button.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

import { BrokenCloth } from './BrokenCloth.tsx'
import { PopularPosts } from './PopularPosts.tsx'

const messages = defineMessages({
  fr: {
    pageTitle: 'Page introuvable',
    code: 'Erreur 404',
    title: 'Le fil s’est rompu.',
    text: 'Cette page n’existe pas.',
    profile: 'Ce profil est introuvable.',
    attempted: 'Adresse demandée :',
    home: 'Retour au feed',
    search: 'Rechercher',
    cloth: 'Une étoffe dont un fil est rompu',
  },
  en: {
    pageTitle: 'Page not found',
    code: 'Error 404',
    title: 'The thread broke.',
    text: 'This page doesn’t exist.',
    profile: 'This profile can’t be found.',
    attempted: 'Address asked for:',
    home: 'Back to the feed',
    search: 'Search',
    cloth: 'A cloth with a broken thread',
  },
})

export function NotFoundScreen() {
  const m = useMessages(messages)
  const { attempted } = usePlace().state
  const isProfile = attempted !== undefined && matchPath(paths.profile, attempted) !== null
  usePageTitle(m.pageTitle)
  return (
    <div className="grid min-h-[calc(100svh-8rem)] content-center gap-7 px-(--gutter) py-4 md:min-h-[calc(100svh-3rem)] md:p-8 lg:grid-cols-[minmax(0,26rem)_minmax(0,1fr)] lg:items-center lg:gap-16 lg:px-16">
      <div className="-order-1 lg:order-1">
        <BrokenCloth label={m.cloth} />
      </div>
      <div className="grid gap-4">
        <p className="num text-lg text-text-3">{m.code}</p>
        <h1 className="hero">{m.title}</h1>
        <p className="max-w-96 text-text-2">{isProfile ? m.profile : m.text}</p>
        {attempted && (
          <p className="text-xs text-text-3">
            {m.attempted} <code className="wrap-anywhere">{attempted}</code>
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Link to={paths.home} className={buttonClass({ variant: 'primary', size: 'lg' })}>
            {m.home}
          </Link>
          <Button
            size="lg"
            icon={<Search aria-hidden="true" className="size-4.5" />}
            onClick={() => openModal('search')}
          >
            {m.search}
          </Button>
        </div>
        <PopularPosts />
      </div>
    </div>
  )
}
