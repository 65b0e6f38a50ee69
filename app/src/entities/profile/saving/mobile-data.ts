/** What the setting of the data saver means on this device, just now. */
import type { Row } from '#data/question.ts'

type Wish = Row<'profile_settings'>['data_saver']

/** What a browser says of its network, where it says anything. */
type Network = EventTarget & { readonly type?: string }

export const network = (): Network | undefined => (navigator as Navigator & { connection?: Network }).connection

/** Whether this browser tells mobile data from Wi-Fi. */
export function knowsNetwork(): boolean {
  return network()?.type !== undefined
}

/** `null` follows what the browser wishes. */
export function saverFor(wish: Wish): boolean | null {
  if (wish === 'cellular') return knowsNetwork() ? network()?.type === 'cellular' : null
  return { auto: null, on: true, off: false }[wish]
}
