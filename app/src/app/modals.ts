import type { ComponentType } from 'react'

import type { ModalName } from '#entities/session/modal-search.ts'
import { late } from '#ui/late.ts'

export interface ModalProps {
  onClose: () => void
}

/** The dialogs that the address can open, each in its own chunk. */
export const modals: Partial<Record<ModalName, ComponentType<ModalProps>>> = {
  create: late(async () => (await import('#features/create/CreateDialog.tsx')).CreateDialog),
  remix: late(async () => (await import('#features/create/remix/RemixDialog.tsx')).RemixDialog),
  viewer: late(async () => (await import('#features/viewer/ViewerDialog.tsx')).ViewerDialog),
  search: late(async () => (await import('#features/search/SearchDialog.tsx')).SearchDialog),
  images: late(async () => (await import('./MyImagesModal.tsx')).MyImagesModal),
  lineage: late(async () => (await import('#features/lineage/LineageDialog.tsx')).LineageDialog),
  people: late(async () => (await import('#features/profile/people/PeopleDialog.tsx')).PeopleDialog),
  qr: late(async () => (await import('#features/profile/people/QrDialog.tsx')).QrDialog),
  mute: late(async () => (await import('#features/profile/people/MuteDialog.tsx')).MuteDialog),
  share: late(async () => (await import('#features/share/ShareDialog.tsx')).ShareDialog),
  collections: late(async () => (await import('#features/post/collections/CollectionsDialog.tsx')).CollectionsDialog),
  'edit-post': late(async () => (await import('#features/post/edit/EditPostDialog.tsx')).EditPostDialog),
  'post-history': late(async () => (await import('#features/post/edit/HistoryDialog.tsx')).HistoryDialog),
  'post-stats': late(async () => (await import('#features/post/stats/StatsDialog.tsx')).StatsDialog),
  'edit-profile': late(async () => (await import('#features/profile/edit/EditProfileDialog.tsx')).EditProfileDialog),
  report: late(async () => (await import('#features/report/ReportDialog.tsx')).ReportDialog),
  shortcuts: late(async () => (await import('#features/shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog),
  write: late(async () => (await import('#features/messages/write/WriteDialog.tsx')).WriteDialog),
  send: late(async () => (await import('#features/messages/write/SendDialog.tsx')).SendDialog),
  decision: late(async () => (await import('#features/report/DecisionDialog.tsx')).DecisionDialog),
  contest: late(async () => (await import('#features/report/ContestDialog.tsx')).ContestDialog),
  'message-keys': late(async () => (await import('#features/message-keys/MessageKeysDialog.tsx')).MessageKeysDialog),
  'safety-number': late(async () => (await import('#features/message-keys/SafetyNumberDialog.tsx')).SafetyNumberDialog),
  'what-we-see': late(async () => (await import('#features/message-keys/WhatWeSeeDialog.tsx')).WhatWeSeeDialog),
}
