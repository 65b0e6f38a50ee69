import ShieldCheck from 'lucide-react/icons/shield-check'

import { useVerified } from '#entities/message/keys/use-verified.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'

const messages = defineMessages({
  fr: { verified: 'Code de sécurité vérifié' },
  en: { verified: 'Safety number verified' },
})

/** Beside the name of somebody whose safety number one has compared. */
export function VerifiedMark({ userId }: { userId: string | undefined }) {
  const m = useMessages(messages)
  const isVerified = useVerified().has(userId ?? '')
  return isVerified && <ShieldCheck role="img" aria-label={m.verified} className="size-4 flex-none text-info-text" />
}
