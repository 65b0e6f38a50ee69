import type { ComponentType } from 'react'

import type { ModalName } from '#entities/session/modal-search.ts'
import { lazy } from '#ui/lazy.ts'

export interface ModalProps {
  onClose: () => void
}

async function withTopUp(form: ComponentType<ModalProps>): Promise<ComponentType<ModalProps>> {
  return (await import('./TopUp.tsx')).withTopUp(form)
}

/** The dialogs that the address can open, each in its own chunk. */
export const modals: Partial<Record<ModalName, ComponentType<ModalProps>>> = {
  create: lazy(async () => withTopUp((await import('#features/create/CreateDialog.tsx')).CreateDialog)),
  remix: lazy(async () => withTopUp((await import('#features/create/remix/RemixDialog.tsx')).RemixDialog)),
  viewer: lazy(async () => (await import('#features/viewer/ViewerDialog.tsx')).ViewerDialog),
  search: lazy(async () => (await import('./SearchModal.tsx')).SearchModal),
  images: lazy(async () => (await import('./MyImagesModal.tsx')).MyImagesModal),
  lineage: lazy(async () => (await import('#features/lineage/LineageDialog.tsx')).LineageDialog),
  people: lazy(async () => (await import('#features/profile/people/PeopleDialog.tsx')).PeopleDialog),
  qr: lazy(async () => (await import('#features/profile/people/QrDialog.tsx')).QrDialog),
  mute: lazy(async () => (await import('#features/profile/people/MuteDialog.tsx')).MuteDialog),
  share: lazy(async () => (await import('#features/share/ShareDialog.tsx')).ShareDialog),
  collections: lazy(async () => (await import('#features/post/collections/CollectionsDialog.tsx')).CollectionsDialog),
  'edit-post': lazy(async () => (await import('#features/post/edit/EditPostDialog.tsx')).EditPostDialog),
  'post-history': lazy(async () => (await import('#features/post/edit/HistoryDialog.tsx')).HistoryDialog),
  'post-stats': lazy(async () => (await import('#features/post/stats/StatsDialog.tsx')).StatsDialog),
  'edit-profile': lazy(async () => (await import('#features/profile/edit/EditProfileDialog.tsx')).EditProfileDialog),
  accounts: lazy(async () => (await import('#features/account/accounts/AccountsDialog.tsx')).AccountsDialog),
  'first-steps': lazy(
    async () => (await import('#features/profile/first-steps/FirstStepsDialog.tsx')).FirstStepsDialog,
  ),
  report: lazy(async () => (await import('#features/report/ReportDialog.tsx')).ReportDialog),
  shortcuts: lazy(async () => (await import('#features/settings/shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog),
  write: lazy(async () => (await import('#features/messages/write/WriteDialog.tsx')).WriteDialog),
  send: lazy(async () => (await import('#features/messages/write/SendDialog.tsx')).SendDialog),
  tip: lazy(async () => (await import('#features/creator/tip/TipDialog.tsx')).TipDialog),
  invite: lazy(async () => (await import('#features/creator/invite/InviteDialog.tsx')).InviteDialog),
  waiting: lazy(async () => (await import('#app/shell/banners/WaitingSheet.tsx')).WaitingSheet),
  decision: lazy(async () => (await import('#features/report/DecisionDialog.tsx')).DecisionDialog),
  contest: lazy(async () => (await import('#features/report/ContestDialog.tsx')).ContestDialog),
  'message-keys': lazy(async () => (await import('#features/message-keys/MessageKeysDialog.tsx')).MessageKeysDialog),
  'safety-number': lazy(
    async () => (await import('#features/message-keys/safety-number/SafetyNumberDialog.tsx')).SafetyNumberDialog,
  ),
  'what-we-see': lazy(
    async () => (await import('#features/message-keys/safety-number/WhatWeSeeDialog.tsx')).WhatWeSeeDialog,
  ),
}
