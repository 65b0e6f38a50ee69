/** Whether this browser is told by push, and the ways to have it so or not. */
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

import { callSignedIn } from '#data/call-signed-in.ts'
import { readConfig } from '#data/config.ts'
import { dropPrivateOf, readPrivateOf, writePrivateOf } from '#data/device/private-storage.ts'
import { findServiceWorker, registerServiceWorker } from '#data/service-worker.ts'
import { supabase } from '#data/supabase.ts'

/** `install-first`: iOS has push for apps on the home screen alone. `blocked`: the browser was told never to ask again. */
export type PushState = 'unknown' | 'unsupported' | 'install-first' | 'blocked' | 'off' | 'on'

const ownerKey = 'cortexia.push-owner'
const push = createStore<{ state: PushState }>()(() => ({ state: 'unknown' }))

export function usePushState(): PushState {
  return useStore(push, ({ state }) => state)
}

/** Looks at what this browser allows and has; for `userId` alone: another person's subscription is ended. */
export async function checkPush(userId: string): Promise<PushState> {
  const state = await findState(userId)
  push.setState({ state })
  return state
}

/** Asks the person, so only call it when they have asked for it. */
export async function enablePush(userId: string): Promise<PushState> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return checkPush(userId)
  const [registration, { vapidPublicKey }] = await Promise.all([registerServiceWorker(), readConfig()])
  if (!registration || vapidPublicKey === undefined) throw new Error('There is no push here')
  const subscription = await subscribe(registration, vapidPublicKey)
  await save(subscription)
  localStorage.setItem(ownerKey, userId)
  push.setState({ state: 'on' })
  return 'on'
}

/** This browser alone, as before signing out; what was on its way may still come. */
export async function disablePush(): Promise<void> {
  const subscription = await (await findServiceWorker())?.pushManager.getSubscription()
  localStorage.removeItem(ownerKey)
  push.setState({ state: 'off' })
  if (!subscription) return
  // Without a way to the server its next message is refused by the push service, and the server forgets it then.
  const forgotten = supabase().then((client) =>
    client.from('push_subscriptions').delete().eq('endpoint', subscription.endpoint),
  )
  await Promise.allSettled([forgotten, subscription.unsubscribe()])
  await navigator.clearAppBadge?.().catch(() => undefined)
}

const wishEntry = 'push-wanted'

/**
 * A browser has one subscription: it follows whoever uses the app. Another account's ends here, and begins again when
 * that one is used again.
 */
export async function claimPush(userId: string): Promise<void> {
  const owner = localStorage.getItem(ownerKey)
  if (owner !== null && owner !== userId) {
    writePrivateOf(owner, wishEntry, 'yes')
    await disablePush()
  }
  if (readPrivateOf(userId, wishEntry) === '') return
  dropPrivateOf(userId, wishEntry)
  if (globalThis.Notification?.permission === 'granted') await enablePush(userId)
}

async function findState(userId: string): Promise<PushState> {
  if (!('PushManager' in globalThis) || !('Notification' in globalThis) || !('serviceWorker' in navigator)) {
    return isAppleBrowser() ? 'install-first' : 'unsupported'
  }
  if (Notification.permission === 'denied') return 'blocked'
  const subscription = await (await findServiceWorker())?.pushManager.getSubscription()
  if (!subscription) return 'off'
  if (localStorage.getItem(ownerKey) === userId) return 'on'
  await subscription.unsubscribe()
  localStorage.removeItem(ownerKey)
  return 'off'
}

async function subscribe({ pushManager }: ServiceWorkerRegistration, key: string): Promise<PushSubscription> {
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const held = await pushManager.getSubscription()
  try {
    return await pushManager.subscribe(options)
  } catch (error) {
    // Subscribed by another key, as after the server lost its own.
    if (!held) throw error
    await held.unsubscribe()
    return pushManager.subscribe(options)
  }
}

async function save(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  const { p256dh, auth } = keys ?? {}
  if (!endpoint || !p256dh || !auth) throw new Error('The subscription names no keys')
  const params = { endpoint, p256dh, auth_key: auth, user_agent: navigator.userAgent }
  await callSignedIn('save_push_subscription', params)
}

function isAppleBrowser(): boolean {
  const isPhone = /iPhone|iPad|iPod/u.test(navigator.userAgent)
  return isPhone || (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1)
}
