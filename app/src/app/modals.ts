import { lazy, type ComponentType } from 'react'

import type { ModalName } from '#entities/session/modal-search.ts'

export interface ModalProps {
  onClose: () => void
}

/** The dialogs that the address can open, each in its own chunk. */
export const modals: Partial<Record<ModalName, ComponentType<ModalProps>>> = {
  search: lazy(async () => ({ default: (await import('#features/search/SearchDialog.tsx')).SearchDialog })),
  'edit-profile': lazy(async () => ({
    default: (await import('#features/profile/EditProfileDialog.tsx')).EditProfileDialog,
  })),
}
