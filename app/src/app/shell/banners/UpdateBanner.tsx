import { acceptUpdate, postponeUpdate } from '#entities/release/follow-updates.ts'
import type { UpdateInfo } from '#entities/release/update-info.ts'
import { dismissNews, useShownUpdate } from '#entities/release/update-store.ts'
import { updateMessages } from '#entities/release/update.i18n.ts'
import { useMessages } from '#i18n/messages.ts'
import { Button } from '#ui/button/Button.tsx'

import { BannerActions, BannerCard } from './BannerCard.tsx'

/** A newer version, from the offer to what it brought. What is forced cannot be put off or closed. */
export function UpdateBanner() {
  const { phase, info, news } = useShownUpdate()
  if (phase === 'current') return <News lines={news} />
  if (phase === 'available' || phase === 'forced') return <Offer info={info} />
  return phase === 'failed' ? <Failure isForced={info?.isForced === true} /> : <Installing info={info} />
}

function Offer({ info }: { info: UpdateInfo | null }) {
  const m = useMessages(updateMessages)
  const isForced = info?.isForced === true
  const [note = ''] = info?.releaseNotes.split('\n') ?? []
  return (
    <BannerCard title={isForced ? m.forcedTitle : m.title}>
      <p className="mt-1 text-sm text-text-2">
        {m.version(info?.newVersion ?? '')}
        {note && ` · ${note}`}
      </p>
      {isForced && <p className="mt-1 text-sm text-text-2">{m.forcedText}</p>}
      <BannerActions>
        <Button variant="ink" onClick={acceptUpdate}>
          {m.take}
        </Button>
        {!isForced && <Button onClick={postponeUpdate}>{m.later}</Button>}
      </BannerActions>
    </BannerCard>
  )
}

function Installing({ info }: { info: UpdateInfo | null }) {
  const m = useMessages(updateMessages)
  return (
    <BannerCard title={info?.isForced ? m.forcedTitle : m.title}>
      <p className="mt-1 text-sm text-text-2">{m.installing}</p>
    </BannerCard>
  )
}

function Failure({ isForced }: { isForced: boolean }) {
  const m = useMessages(updateMessages)
  return (
    <BannerCard title={m.title}>
      <p className="mt-1 text-sm text-danger-text">{m.failed}</p>
      <BannerActions>
        <Button variant="ink" onClick={acceptUpdate}>
          {m.retry}
        </Button>
        {!isForced && <Button onClick={postponeUpdate}>{m.later}</Button>}
      </BannerActions>
    </BannerCard>
  )
}

function News({ lines }: { lines: readonly string[] }) {
  const m = useMessages(updateMessages)
  return (
    <BannerCard title={m.news}>
      <ul className="mt-1 grid list-disc gap-1 pl-5 text-sm text-text-2">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <BannerActions>
        <Button onClick={dismissNews}>{m.seen}</Button>
      </BannerActions>
    </BannerCard>
  )
}
