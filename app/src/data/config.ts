/** Public settings of the server (`GET /api/config`), inlined in the page by the server to save a round trip. */
export interface Config {
  supabaseUrl: string
  /** Where public pictures are fetched, when not from there. */
  mediaUrl?: string
  anonKey: string
  version: string
  /** In `production` nothing that exists for trying things out is there. */
  appEnv?: 'production' | 'development'
  /** How long one-time codes by mail and SMS are; 6 where nothing is said. */
  codeDigits?: number
  /** Of whom browsers take push messages: the server's own key. */
  vapidPublicKey?: string
}

let asked: Promise<Config> | undefined

export function readConfig(): Promise<Config> {
  const inline = readInlineConfig()
  if (inline) return Promise.resolve(inline)
  asked ??= fetchConfig().catch((error: unknown) => {
    asked = undefined
    throw error
  })
  return asked
}

/** The settings that came with the page; `null` in development, where Vite serves it. */
export function readInlineConfig(): Config | null {
  const text = document.getElementById('config')?.textContent.trim()
  return text ? (JSON.parse(text) as Config) : null
}

/** Where public pictures are fetched: of this very origin where it is empty. */
export function mediaAddress(config: Pick<Config, 'supabaseUrl' | 'mediaUrl'> | null = readInlineConfig()): string {
  return config?.mediaUrl ?? config?.supabaseUrl ?? ''
}

async function fetchConfig(): Promise<Config> {
  const response = await fetch('/api/config')
  if (!response.ok) throw new Error(`api/config answered ${response.status}`)
  return (await response.json()) as Config
}

/** The product and the version of its client (spec §1). */
export const clientInfo = 'Cortexia/1.0.0'

/** What every request to the services carries (spec §7): the public key is the bearer where there is no session. */
export function requestHeaders({ anonKey }: Config, token = anonKey) {
  return { apikey: anonKey, authorization: `Bearer ${token}`, 'x-client-info': clientInfo }
}
