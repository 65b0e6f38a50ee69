import { shareAddress } from '#entities/image/share-address.ts'
import { handleOf, type PersonCard } from '#entities/profile/person-card.ts'
import { currentMessages } from '#i18n/messages.ts'
import { paths, toHref } from '#navigation/paths.ts'
import { toast } from '#ui/toast/toast.ts'

import { profileMessages } from './profile.i18n.ts'

export function addressOf(person: Pick<PersonCard, 'id' | 'username'>): string {
  return new URL(toHref({ to: paths.profile, params: { handle: handleOf(person) } }), location.origin).href
}

/** By the device's own sheet, else by the clipboard. */
export function useShareProfile(person: PersonCard): () => void {
  const share = async () => {
    const m = currentMessages(profileMessages)
    try {
      const outcome = await shareAddress({ url: addressOf(person), title: person.display_name })
      if (outcome === 'copied') toast({ title: m.copied })
    } catch {
      toast({ title: m.copyFailed, tone: 'danger' })
    }
  }
  return () => void share()
}
