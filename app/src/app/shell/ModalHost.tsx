import { Suspense, useEffect } from 'react'

import { useSession } from '#data/session.ts'
import { isMembersOnly } from '#entities/session/modal-search.ts'
import { closeModal, useModalSearch } from '#entities/session/modals.ts'
import { paths } from '#navigation/paths.ts'
import { getPlace, navigate } from '#navigation/place.ts'
import { DialogWait } from '#ui/dialog/DialogWait.tsx'

import { modals } from '../modals.ts'

/** Shows the dialog that the address names; to a visitor, sign-in first if it is for members (spec §2). */
export function ModalHost() {
  const { modal } = useModalSearch()
  const { status } = useSession()
  const forMembers = modal !== undefined && isMembersOnly(modal)
  const barred = forMembers && status === 'signed-out'
  useEffect(() => {
    if (barred) navigate({ to: paths.auth, search: { from: getPlace().href } }, { replace: true })
  }, [barred])
  const Modal = modal && modals[modal]
  if (!Modal || (forMembers && status !== 'signed-in')) return null
  return (
    <Suspense fallback={<DialogWait onClose={closeModal} />}>
      <Modal onClose={closeModal} />
    </Suspense>
  )
}
