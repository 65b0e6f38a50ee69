import { useEffect } from 'react'

import { useSession } from '#data/session.ts'
import { useModals, useModalSearch } from '#entities/session/use-modals.ts'

import { modals } from '../modals.ts'

/** Shows the dialog that the address names, to members only: a visitor's `?modal=` leads to sign-in (spec §2). */
export function ModalHost() {
  const { modal } = useModalSearch()
  const session = useSession()
  const { closeModal, openModal } = useModals()
  const barred = modal !== undefined && session.status === 'signed-out' && modal !== 'viewer'
  useEffect(() => {
    if (barred) openModal(modal)
  })
  const Modal = modal && modals[modal]
  if (!Modal || barred || session.status === 'loading') return null
  return <Modal onClose={closeModal} />
}
