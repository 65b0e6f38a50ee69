/**
 * Whether the text of a message stays out of its notification on this device: where the service worker reads it too. A
 * sign-out leaves the choice, since what it hides would show again after the next sign-in.
 */
import { createStore, del, get, set, type UseStore } from 'idb-keyval'

let opened: UseStore | undefined

function store(): UseStore {
  opened ??= createStore('cortexia.device', 'hidden-previews')
  return opened
}

export async function hidesPreview(userId: string): Promise<boolean> {
  return (await get<boolean>(userId, store()).catch(() => undefined)) ?? false
}

export async function hidePreview(userId: string, isHidden: boolean): Promise<void> {
  await (isHidden ? set(userId, true, store()) : del(userId, store())).catch(() => undefined)
}
