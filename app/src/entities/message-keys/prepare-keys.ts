/** Whether this device has looked after the keys of whoever is signed in, and how that went. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { dropPrivateOf, readPrivate, writePrivate } from '#data/device/private-storage.ts'
import { isOnline, watchNetwork } from '#data/network.ts'
import { useUserId } from '#data/session.ts'
import { useVaultState } from '#entities/message/keys/vault.ts'

import { ensureKeys } from './make-keys.ts'

/** Noted for as long as the session lasts: the vault need not be opened by every page. */
const entry = 'keys-made'
const making = createStore<{ hasFailed: boolean }>()(() => ({ hasFailed: false }))

/** Whoever looks and has none gets them at once. Whether that did not work out. */
export function useKeysFailed(): boolean {
  const userId = useUserId()
  const isAbsent = useVaultState() === 'absent'
  useEffect(() => {
    if (isAbsent && userId !== null) void makeInSilence(userId)
  }, [isAbsent, userId])
  return useStore(making, ({ hasFailed }) => hasFailed)
}

/** In silence, and again when the network is back: whoever needs them meanwhile is told why they wait. */
export async function prepareKeys(userId: string): Promise<void> {
  if (readPrivate(entry) === '') await makeInSilence(userId)
}

async function makeInSilence(userId: string): Promise<void> {
  try {
    await ensureKeys(userId)
    writePrivate(entry, 'yes')
    making.setState({ hasFailed: false })
  } catch {
    making.setState({ hasFailed: true })
    const stop = watchNetwork(() => {
      if (!isOnline()) return
      stop()
      void makeInSilence(userId)
    })
  }
}

/** The next sign-in looks again. */
export function forgetPrepared(userId: string): void {
  dropPrivateOf(userId, entry)
}
