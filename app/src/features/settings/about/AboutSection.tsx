import { useMutation, useQuery } from '@tanstack/react-query'
import BadgeInfo from 'lucide-react/icons/badge-info'
import { useState } from 'react'

import { acceptUpdate } from '#entities/release/follow-updates.ts'
import { updateMessages } from '#entities/release/update.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Button } from '#ui/button/Button.tsx'
import { Alert } from '#ui/feedback/Alert.tsx'

import { checkVersionMutation, releaseQuery, runningVersionQuery } from '../release-queries.ts'
import { settingsMessages } from '../settings.i18n.ts'
import { failureMessages } from './failures.i18n.ts'
import { FailuresDialog } from './FailuresDialog.tsx'

/** Which version runs here, and whether there is a newer one. */
export function AboutSection() {
  const m = useMessages(settingsMessages)
  const update = useMessages(updateMessages)
  const { data: running = '' } = useQuery(runningVersionQuery)
  const { mutate, data: release, isPending, isError } = useMutation(checkVersionMutation)
  const take = (
    <Button size="sm" onClick={acceptUpdate}>
      {update.take}
    </Button>
  )
  return (
    <section className="card grid gap-4" aria-labelledby="about">
      <h2 id="about" className="max-lg:sr-only">
        {m.about}
      </h2>
      <p className="flex flex-wrap items-center gap-3.5">
        <BadgeInfo aria-hidden="true" className="size-5.5 flex-none" strokeWidth={1.75} />
        <span className="min-w-40 flex-1">
          <span className="block text-sm font-semibold">Cortexia</span>
          <span className="block text-xs text-text-3">
            {m.version} {running}
          </span>
        </span>
        <Button busyLabel={isPending && m.checking} onClick={() => mutate()}>
          {m.check}
        </Button>
      </p>
      <News version={running} />
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        <Link to={paths.terms} className="link min-h-6">
          {m.terms}
        </Link>
        <Link to={paths.privacy} className="link min-h-6">
          {m.privacyPage}
        </Link>
        <Link to={paths.transparency} className="link min-h-6">
          {m.transparency}
        </Link>
      </p>
      <Failures />
      <p className="text-xs text-text-3">{m.credits}</p>
      <div role="status" className="grid gap-3 empty:hidden">
        {isError && <Alert tone="danger" title={m.checkFailed} />}
        {release && !release.isNewer && <Alert tone="info">{m.upToDate(running)}</Alert>}
        {release?.isNewer && (
          <Alert tone="info" title={m.newer(release.version)} action={take}>
            {release.releaseNotes.split('\n')[0]}
          </Alert>
        )}
      </div>
    </section>
  )
}

/** For whoever has no Alt+T. */
function Failures() {
  const m = useMessages(failureMessages)
  const [isShown, setShown] = useState(false)
  return (
    <>
      <Button className="justify-self-start" onClick={() => setShown(true)}>
        {m.title}
      </Button>
      {isShown && <FailuresDialog onClose={() => setShown(false)} />}
    </>
  )
}

/** What the version that runs here has brought, in the few lines of its release. */
function News({ version }: { version: string }) {
  const m = useMessages(settingsMessages)
  const { data: release } = useQuery(releaseQuery)
  const lines =
    release?.version === version ? release.releaseNotes.split('\n').filter((line) => line.trim() !== '') : []
  if (lines.length === 0) return null
  return (
    <div className="grid gap-1.5 border-t border-line pt-4">
      <h3 className="text-base">{m.news}</h3>
      <ul className="grid list-disc gap-1 pl-5 text-sm text-text-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
