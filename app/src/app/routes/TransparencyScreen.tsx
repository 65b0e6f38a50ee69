import { transparencyMessages } from '#features/moderation/transparency.i18n.ts'
import { Transparency } from '#features/moderation/Transparency.tsx'
import { useMessages } from '#i18n/messages.ts'
import { usePageTitle } from '#ui/screen/use-page-title.ts'

/** `/transparency`: what moderation did, for everybody. */
export function TransparencyScreen() {
  const m = useMessages(transparencyMessages)
  usePageTitle(m.title)
  return (
    <div className="page max-w-176">
      <h1 className="mb-3">{m.title}</h1>
      <Transparency />
    </div>
  )
}
