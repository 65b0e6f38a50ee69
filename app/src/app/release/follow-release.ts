/** Keeps the app on the device and, from then on, follows what the server releases. */
import { followUpdates } from '#entities/release/follow-updates.ts'
import { keepApp } from '#entities/release/keep-app.ts'
import { isSaving, readDisplay } from '#ui/display/stored-display.ts'

export async function followRelease(visitor: { isMember: boolean; isBack: boolean }): Promise<void> {
  await followUpdates()
  const isInstalled = matchMedia('(display-mode: standalone)').matches
  await keepApp({
    isMember: visitor.isMember,
    isBack: visitor.isBack || isInstalled,
    isSaving: isSaving(readDisplay()),
  })
}
