/**
 * This page without a network, until it is loaded anew: the browser says so, and requests fail as they do then. Pictures
 * and channels that are open go on.
 */
const real = globalThis.fetch
let isSimulated = false

export function isOfflineSimulated(): boolean {
  return isSimulated
}

export function simulateOffline(isAway: boolean): void {
  isSimulated = isAway
  if (isAway) Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => false })
  else Reflect.deleteProperty(navigator, 'onLine')
  globalThis.fetch = isAway ? () => Promise.reject(new TypeError('Failed to fetch')) : real
  dispatchEvent(new Event(isAway ? 'offline' : 'online'))
}
