import { getSession } from '#data/session.ts'
import { paths, toSearch } from '#navigation/paths.ts'
import { changeSearch, getPlace, navigate } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'

import { isMembersOnly, noModal, parseModalSearch, type ModalName, type ModalSearch } from './modal-search.ts'

/** Opens a dialog that lives in the address (spec §2). Signed out, sign-in comes first and the dialog on return. */
export function openModal(modal: ModalName, extra: Omit<ModalSearch, 'modal'> = {}): void {
  const { pathname, search, state } = getPlace()
  const wanted = { ...noModal, modal, ...extra }
  if (isMembersOnly(modal) && getSession().status === 'signed-out') {
    navigate({ to: paths.auth, search: { from: `${pathname}${toSearch({ ...search, ...wanted })}` } })
    return
  }
  // A dialog that leads to another makes way for it: closing the second does not bring the first back.
  changeSearch(wanted, search['modal'] ? { replace: true, state } : { state: { openedModal: true } })
}

/** Goes back to where it was opened; opened by its address, it only leaves the address. */
export function closeModal(): void {
  if (getPlace().state.openedModal) history.back()
  else changeSearch({ ...noModal }, { replace: true })
}

/** The modal parameters of the address. */
export function useModalSearch(): ModalSearch {
  return parseModalSearch(usePlace().search)
}
