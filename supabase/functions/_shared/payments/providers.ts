import { paymentSettings } from '../settings/payments.ts'
/** Which providers this installation has, by its settings. Nothing else imports an adapter. */
import { readSetting } from '../settings/reader.ts'
import { runtimeSettings } from '../settings/runtime.ts'
import { fedapayProvider } from './fedapay/fedapay-provider.ts'
import type { Method, PaymentProvider, ProviderName } from './provider.ts'
import { sandboxKey, sandboxWebhookSecret } from './sandbox/sandbox-keys.ts'

/** Real money as soon as a key of real money is there. */
export function paymentRealm(): 'test' | 'live' {
  return readSetting(paymentSettings.fedapayKey)?.startsWith('sk_live_') ? 'live' : 'test'
}

export function hasSandbox(): boolean {
  const said = readSetting(paymentSettings.sandbox)
  return paymentRealm() === 'test' && (said ?? readSetting(runtimeSettings.appEnv) !== 'production')
}

export function providerNamed(name: string): PaymentProvider | null {
  return makers[name as ProviderName]?.() ?? null
}

/** All that have a key here. */
export function presentProviders(): PaymentProvider[] {
  return Object.values(makers).flatMap((make) => make() ?? [])
}

/** Who takes this kind of payment here; null where nobody does. */
export function providerFor(method: Method): PaymentProvider | null {
  const mobile = method.kind === 'mobile_money' ? providerNamed('fedapay') : null
  return mobile ?? providerNamed('sandbox')
}

const makers: Readonly<Partial<Record<ProviderName, () => PaymentProvider | null>>> = {
  sandbox: () =>
    hasSandbox()
      ? fedapayProvider({
          provider: 'sandbox',
          url: `${ownUrl()}/functions/v1/payment-sandbox`,
          key: sandboxKey(),
          webhookSecrets: [sandboxWebhookSecret()],
          realm: 'test',
          canRefund: true,
          canRenew: true,
        })
      : null,
  fedapay: () => {
    const key = readSetting(paymentSettings.fedapayKey)
    if (key === undefined) return null
    const isLive = key.startsWith('sk_live_')
    return fedapayProvider({
      provider: 'fedapay',
      url:
        (isLive ? undefined : readSetting(paymentSettings.fedapayUrl)) ??
        `https://${isLive ? 'api' : 'sandbox-api'}.fedapay.com`,
      key,
      webhookSecrets: readSetting(paymentSettings.fedapayWebhookSecrets),
      realm: isLive ? 'live' : 'test',
      canRefund: false,
      canRenew: false,
    })
  },
}

function ownUrl(): string {
  const url = readSetting(runtimeSettings.url)
  if (url === undefined) throw new Error(`${runtimeSettings.url.name} is not set`)
  return url
}
