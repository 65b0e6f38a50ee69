import { getSession } from '#data/session.ts'
import { paths, toSearch } from '#navigation/paths.ts'
import { changeSearch, getPlace, navigate } from '#navigation/place.ts'
import { usePlace } from '#navigation/use-place.ts'

import { parseModalSearch, type ModalName, type ModalSearch } from './modal-search.ts'

/** Opens a dialog that lives in the address (spec §2). Signed out, sign-in comes first and the dialog on return. */
export function openModal(modal: ModalName, extra: Omit<ModalSearch, 'modal'> = {}): void {
  if (getSession().status !== 'signed-out') {
    changeSearch({ modal, ...extra }, { state: { openedModal: true } })
    return
  }
  const { pathname, search } = getPlace()
  navigate({ to: paths.auth, search: { from: `${pathname}${toSearch({ ...search, modal, ...extra })}` } })
}

/** Goes back to where it was opened; opened by its address, it only leaves the address. */
export function closeModal(): void {
  if (getPlace().state.openedModal) history.back()
  else changeSearch({ modal: undefined, post: undefined, q: undefined }, { replace: true })
}

export function useModals() {
  return { openModal, closeModal }
}

/** The modal parameters of the address. */
export function useModalSearch(): ModalSearch {
  return parseModalSearch(usePlace().search)
}
