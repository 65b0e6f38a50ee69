/** A picture on its way into a conversation, and the conversation from which somebody went to make one. */
import { create } from 'zustand'

import { openModal } from '#entities/session/modals.ts'

export const useSendTarget = create<{ conversationId: string | null; pictureUrl: string | null }>()(() => ({
  conversationId: null,
  pictureUrl: null,
}))

/** What is made next is offered to this conversation first. */
export function aimAtConversation(conversationId: string): void {
  useSendTarget.setState({ conversationId })
}

/** Asks to which conversation a picture of one's own goes. */
export function offerPicture(pictureUrl: string): void {
  useSendTarget.setState({ pictureUrl })
  openModal('send')
}
