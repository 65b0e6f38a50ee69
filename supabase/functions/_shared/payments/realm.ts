/** Whether money is real here, by the keys of the providers. Imports no adapter: pages ask it too. */
import { paymentSettings } from '../settings/payments.ts'
import { readSetting } from '../settings/reader.ts'
import { runtimeSettings } from '../settings/runtime.ts'

export const isLive = (key: string): boolean => /^[sr]k_live_/.test(key)

/** Real money as soon as a key of real money is there. */
export function paymentRealm(): 'test' | 'live' {
  const keys = [readSetting(paymentSettings.fedapayKey), readSetting(paymentSettings.stripeKey)]
  return keys.some((key) => key !== undefined && isLive(key)) ? 'live' : 'test'
}

export function hasSandbox(): boolean {
  const said = readSetting(paymentSettings.sandbox)
  return paymentRealm() === 'test' && (said ?? readSetting(runtimeSettings.appEnv) !== 'production')
}
