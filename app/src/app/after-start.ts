/** What is fetched and looked after once the first pictures are there: nothing that the first screen needs. */
import { readStoredSession, sessionKey } from '#data/auth/stored-session.ts'
import { note } from '#data/device/note.ts'
import { getSession } from '#data/session.ts'
import { supabase } from '#data/supabase.ts'

import { loadSideRail } from './shell/load-side-rail.ts'

export function afterStart(userId: string | null): void {
  void import('./shell/ModalHost.tsx').catch(() => undefined)
  // A phone may be turned where there is no network.
  void loadSideRail().catch(() => undefined)
  loadClient()
  void import('#features/creator/stats/watch-views.ts').then(({ watchViews }) => watchViews()).catch(() => undefined)
  void followRelease(userId !== null)
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  if (isInstalled)
    void import('./session/open-files.ts').then((opened) => opened.takeOpenedFiles()).catch(() => undefined)
  if (userId !== null) lookAfter(userId)
  if (localStorage.getItem('cortexia.left') !== null) finishLeaving()
}

/** For whoever has a session, here or since a moment ago in another tab: visitors look without it. */
function loadClient(): void {
  const load = () => void supabase().catch(() => undefined)
  if (readStoredSession().kind !== 'none') return load()
  addEventListener('storage', ({ key, newValue }) => key === sessionKey && newValue !== null && load())
}

/** Of somebody who closed the page over their sign-out. */
function finishLeaving(): void {
  void import('#features/settings/account/forget-person.ts')
    .then((leaving) => leaving.finishLeaving())
    .catch(() => undefined)
}

function lookAfter(userId: string): void {
  void import('./member-screens.ts').catch(() => undefined)
  void import('./session/settle-in.ts').then(({ settleIn }) => settleIn(userId)).catch(() => undefined)
  void import('./replay-writes.ts').then(({ replayLeftWrites }) => replayLeftWrites(userId)).catch(() => undefined)
}

/** Not beside a first visit's pictures. */
async function followRelease(isMember: boolean): Promise<void> {
  const isBack = localStorage.getItem('cortexia.visited') !== null
  note(localStorage, 'cortexia.visited', '1')
  if (!isMember && !isBack) await new Promise((resolve) => setTimeout(resolve, 25_000))
  const { followRelease: follow } = await import('./release/follow-release.ts')
  // Who came as a visitor may have signed in meanwhile.
  await follow({ isMember: getSession().status === 'signed-in', isBack })
}
