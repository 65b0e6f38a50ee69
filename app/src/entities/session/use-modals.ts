import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'

import { getSession } from '#data/session.ts'

import type { ModalName, ModalSearch } from './modal-search.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Set on the entry that opened a dialog, so that closing it can go back instead of adding an entry. */
    openedModal?: boolean
  }
}

/** Opens and closes the dialogs that live in the address (spec §2): the back button closes them. */
export function useModals() {
  const navigate = useNavigate()
  const router = useRouter()

  /** Signed out, it goes to sign-in first and the dialog opens on return. */
  const openModal = (modal: ModalName, extra: Omit<ModalSearch, 'modal'> = {}) => {
    if (getSession().status === 'signed-out') {
      const { pathname, searchStr } = router.state.location
      const search = new URLSearchParams(searchStr)
      for (const [key, value] of Object.entries({ modal, ...extra })) if (value) search.set(key, value)
      void navigate({ to: '/auth', search: { from: `${pathname}?${search}` } })
      return
    }
    void navigate({
      to: '.',
      search: (current: ModalSearch) => ({ ...current, modal, ...extra }),
      state: { openedModal: true },
      resetScroll: false,
    })
  }

  const closeModal = () => {
    if (router.state.location.state.openedModal) {
      router.history.back()
      return
    }
    void navigate({
      to: '.',
      search: ({ modal: _modal, post: _post, q: _q, ...rest }: ModalSearch) => rest,
      replace: true,
      resetScroll: false,
    })
  }

  return { openModal, closeModal }
}

/** The modal parameters of the address. */
export function useModalSearch(): ModalSearch {
  return useLocation({ select: (location) => location.search as ModalSearch })
}
