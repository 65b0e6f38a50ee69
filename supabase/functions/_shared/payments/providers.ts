/** Which providers this installation has, by its settings. Nothing else imports an adapter. */
import { paymentSettings } from '../settings/payments.ts'
import { readSetting } from '../settings/reader.ts'
import { runtimeSettings } from '../settings/runtime.ts'
import { fedapayProvider } from './fedapay/fedapay-provider.ts'
import type { Method, PaymentProvider, ProviderName } from './provider.ts'
import { hasSandbox, isLive } from './realm.ts'
import { sandboxKey, sandboxWebhookSecret } from './sandbox/sandbox-keys.ts'
import { stripeProvider } from './stripe/stripe-provider.ts'

export function providerNamed(name: string): PaymentProvider | null {
  return makers[name as ProviderName]?.() ?? null
}

/** All that have a key here. */
export function presentProviders(): PaymentProvider[] {
  return Object.values(makers).flatMap((make) => make() ?? [])
}

/** Who takes this kind of payment here; null where nobody does. */
export function providerFor(method: Method): PaymentProvider | null {
  return providerNamed(method.kind === 'mobile_money' ? 'fedapay' : 'stripe') ?? providerNamed('sandbox')
}

/** Who sends money to phones here. */
export function payoutProvider(): PaymentProvider | null {
  return providerNamed('fedapay') ?? providerNamed('sandbox')
}

/** Who pays banks here; null where nobody does. */
export function bankProvider(): PaymentProvider | null {
  const stripe = providerNamed('stripe')
  return stripe?.accounts ? stripe : null
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
          hasDisputes: true,
        })
      : null,
  fedapay: () => {
    const key = readSetting(paymentSettings.fedapayKey)
    if (key === undefined) return null
    return fedapayProvider({
      provider: 'fedapay',
      url:
        (isLive(key) ? undefined : readSetting(paymentSettings.fedapayUrl)) ??
        `https://${isLive(key) ? 'api' : 'sandbox-api'}.fedapay.com`,
      key,
      webhookSecrets: readSetting(paymentSettings.fedapayWebhookSecrets),
      realm: isLive(key) ? 'live' : 'test',
      canRefund: false,
      canRenew: false,
      hasDisputes: false,
    })
  },
  stripe: () => {
    const key = readSetting(paymentSettings.stripeKey)
    if (key === undefined) return null
    return stripeProvider({
      key,
      webhookSecrets: readSetting(paymentSettings.stripeWebhookSecrets),
      url: (isLive(key) ? undefined : readSetting(paymentSettings.stripeUrl)) ?? null,
    })
  },
}

function ownUrl(): string {
  const url = readSetting(runtimeSettings.url)
  if (url === undefined) throw new Error(`${runtimeSettings.url.name} is not set`)
  return url
}
