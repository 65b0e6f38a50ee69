import { isIPv6, type AddressInfo } from 'node:net'

import type { Config } from './settings/config.ts'

const everywhere: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }

/** Where this process itself reaches the server. */
export function ownUrl({ address, port }: AddressInfo): string {
  const host = everywhere[address] ?? (isIPv6(address) ? `[${address}]` : address)
  return `http://${host}:${port}`
}

/** What a person on this machine types. */
export function typedUrl(address: AddressInfo): string {
  return ownUrl(address).replace(/\/\/(?:127\.0\.0\.1|\[::1\]):/, '//localhost:')
}

/** Nobody but this machine can reach the address. */
export function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.')
}

/** Codes may lie open: nobody but this machine reaches the server, by itself or through a proxy, and nobody depends on it. */
export function isForTrying({ appEnv, http }: Pick<Config, 'appEnv' | 'http'>): boolean {
  const isReachable = !isLoopback(http.host) || http.publicUrl !== null || http.trustProxy !== false
  return appEnv === 'development' && !isReachable
}
