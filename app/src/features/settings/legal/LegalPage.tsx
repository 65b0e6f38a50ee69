/** A page of rules in plain words: short sections, each under what it answers. */
import { defineMessages, useMessages, type Messages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Alert } from '#ui/feedback/Alert.tsx'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

const messages = defineMessages({
  fr: {
    draft: 'Projet',
    draftText: 'Ce texte attend la relecture d’un juriste. Il dit ce que fait Cortexia aujourd’hui.',
    terms: 'Conditions d’utilisation',
    privacy: 'Confidentialité',
    home: 'Retour au feed',
    onThisPage: 'Sur cette page',
  },
  en: {
    draft: 'Draft',
    draftText: 'This text is waiting for a lawyer’s review. It says what Cortexia does today.',
    terms: 'Terms of use',
    privacy: 'Privacy',
    home: 'Back to the feed',
    onThisPage: 'On this page',
  },
})

type Words = Record<string, string>

export interface LegalPageProps {
  /** `title`, `intro`, and for each section its text under its name and its title under `{name}Title`. */
  words: Messages<Words>
  sections: readonly string[]
  /** The other page leads here, and this one there. */
  other: 'terms' | 'privacy'
}

export function LegalPage({ words, sections, other }: LegalPageProps) {
  const m = useMessages(words)
  const l = useMessages(messages)
  usePageTitle(m['title'] ?? '')
  return (
    <article className="page max-w-176">
      <h1>{m['title']}</h1>
      <p className="mt-2 mb-5 text-text-2">{m['intro']}</p>
      <Alert tone="info" title={l.draft}>
        {l.draftText}
      </Alert>
      <nav aria-label={l.onThisPage} className="mt-5">
        <ul className="grid gap-x-5 text-sm md:grid-cols-2">
          {sections.map((name) => (
            <li key={name}>
              <a href={`#legal-${name}`} className="link inline-flex min-h-8 items-center">
                {m[`${name}Title`]}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {sections.map((name) => (
        <section key={name} aria-labelledby={`legal-${name}`} className="mt-7 grid gap-2">
          <h2 id={`legal-${name}`} className="scroll-mt-20 text-lg">
            {m[`${name}Title`]}
          </h2>
          {(m[name] ?? '').split('\n').map((line) => (
            <p key={line} className="text-text-2">
              {line}
            </p>
          ))}
        </section>
      ))}
      <p className="mt-8 flex flex-wrap gap-x-5 gap-y-1 border-t border-line pt-4 text-sm">
        <Link to={paths[other]} className="link min-h-6">
          {l[other]}
        </Link>
        <Link to={paths.home} className="link min-h-6">
          {l.home}
        </Link>
      </p>
    </article>
  )
}
