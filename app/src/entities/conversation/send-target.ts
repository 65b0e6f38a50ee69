/** Pictures on their way into a conversation. */
import { create } from 'zustand'

import { openModal } from '#entities/session/modals.ts'
import { paths } from '#navigation/paths.ts'
import { usePlace } from '#navigation/use-place.ts'

export const useSendTarget = create<{ pictureUrl: string | null }>()(() => ({ pictureUrl: null }))

/** Asks to which conversation a picture of one's own goes. */
export function offerPicture(pictureUrl: string): void {
  useSendTarget.setState({ pictureUrl })
  openModal('send')
}

/** The conversation over which a dialog lies: « Créer ensemble » leads back into it. */
export function useConversationBehind(): string | null {
  const { pathname, search } = usePlace()
  return pathname === paths.messages ? (search['conversation'] ?? null) : null
}
